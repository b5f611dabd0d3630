"""What `flet build` makes of our settings for each system, by its own code, up to Flutter."""

import tomllib
from fnmatch import fnmatch
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from PIL import Image

from qwixx_pad.i18n import available_languages
from tests.support.ci_scripts import ci_script

dry_run = ci_script("dry_run")
ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
TILE = (0x23, 0x28, 0x3A)
ANDROID = "android/app/src/main/res"
APPLE = "Runner/Assets.xcassets/AppIcon.appiconset"


@pytest.fixture(scope="module")
def plans(tmp_path_factory):
    """The plan for a system, made once."""
    made = {}

    def of(target):
        if target not in made:
            made[target] = dry_run.plan(target, tmp_path_factory.mktemp(target))
        return made[target]

    return of


every_system = pytest.mark.parametrize("target", dry_run.TARGETS)
android = pytest.mark.parametrize("target", ["apk", "aab"])


def flag_values(plan, flag):
    """All that a flag is given in the arguments of the packer."""
    return [value for name, value in pairwise(plan.packaging) if name == flag]


def picture(plan, name):
    with Image.open(Path(plan.pictures_in) / name) as opened:
        return opened.convert("RGBA")


@every_system
def test_app_contains_the_pad_and_no_development_files(plans, target):
    files = plans(target).files
    for wanted in (
        *("main.py", "LICENSE", "assets/icon.png", "assets/fonts/rubik-400.ttf"),
        *("assets/fonts/OFL-rubik.txt", "qwixx_pad/layouts/classic.toml", "qwixx_pad/i18n/de.po"),
        "qwixx_pad/analysis/classic.weights",
    ):
        assert wanted in files
    top = {name.partition("/")[0] for name in files}
    assert top == {"LICENSE", "assets", "main.py", "qwixx_pad"}
    assert not [name for name in files if name.startswith("qwixx_pad/pwa")]
    fonts = {path.name for path in (ROOT / "assets" / "fonts").iterdir()}
    for_browsers = {"material-icons.otf", "letters.woff2", "more"}
    assert {name for name in files if name.startswith("assets")} == {
        "assets/icon.png",
        *(f"assets/fonts/{name}" for name in fonts - for_browsers),
    }


def test_excluded_paths_still_exist():
    made_here = {"dist", "qwixx_pad.egg-info"}
    for name in SETTINGS["tool"]["flet"]["app"]["exclude"]:
        assert name in made_here or (ROOT / name).exists(), f"{name} is no more"


@every_system
def test_app_is_compiled_without_a_web_server(plans, target):
    plan = plans(target)
    needed = {Requirement(each).name for each in flag_values(plan, "-r")}
    assert needed == {"babel", "certifi", "flet", "platformdirs", "segno", "websockets"}
    assert {"--compile-app", "--compile-packages", "--cleanup-packages"} <= {*plan.packaging}


def test_app_and_package_requirements_agree():
    asked = {
        Requirement(each).name: Requirement(each).specifier
        for each in SETTINGS["project"]["dependencies"]
    }
    for name, versions in SETTINGS["tool"]["poetry"]["dependencies"].items():
        assert Requirement(f"{name}{versions}").specifier == asked.pop(name)
    assert set(asked) == {"brotli", "flet-web", "h11", "ifaddr", "uvicorn"}


def test_flet_cli_version_matches_flet():
    (tool,) = SETTINGS["project"]["optional-dependencies"]["apps"]
    assert tool.replace("flet-cli", "flet") in SETTINGS["project"]["dependencies"]


@every_system
def test_app_keeps_locale_data_of_every_language(plans, target):
    (left_out,) = flag_values(plans(target), "--cleanup-package-files")
    babel = Path(find_spec("babel").origin).parent
    names = {f"babel/locale-data/{path.name}" for path in (babel / "locale-data").iterdir()}
    shipped = {Path(name).name for name in names if not fnmatch(name, left_out)}
    assert {
        "root.dat",
        "LICENSE.unicode",
        *(f"{code}.dat" for code in available_languages()),
    } <= shipped
    assert {"de_AT.dat", "en_GB.dat", "es_MX.dat", "fr_CA.dat", "it_CH.dat", "nl_BE.dat"} <= shipped
    assert len(shipped) < len(names) / 2


@android
def test_android_app_requests_no_permissions(plans, target):
    options = plans(target).settings["options"]
    assert options["android_permissions"] == {"android.permission.INTERNET": False}
    assert not options["android_providers"]
    manifest = plans(target).settings["pyproject"]["tool"]["flet"]["android"]
    assert manifest["manifest_application"] == {"usesCleartextTraffic": "false"}


@android
def test_android_app_requires_no_hardware(plans, target):
    assert not any(plans(target).settings["options"]["android_features"].values())


def test_apk_is_split_per_architecture(plans):
    assert "--split-per-abi" in plans("apk").build
    assert "--split-per-abi" not in plans("aab").build


def test_iphone_app_requests_nothing_and_declares_no_encryption(plans):
    assert plans("ipa").settings["options"]["info_plist"] == {
        "ITSAppUsesNonExemptEncryption": False
    }
    assert "--no-codesign" in plans("ipa").build, "signing is for a person with keys"


def test_mac_app_may_open_picked_files_only(plans):
    granted = plans("macos").settings["options"]["macos_entitlements"]
    assert {
        name.removeprefix("com.apple.security.") for name, given in granted.items() if given
    } == {
        "files.user-selected.read-write",
        *("cs.allow-jit", "cs.allow-unsigned-executable-memory"),  # Flet's own runtime
    }


@every_system
def test_flet_accepts_all_pictures_without_warning(plans, target):
    assert "Warning" not in " ".join(plans(target).output)
    assert plans(target).pictures


@android
def test_android_icon_fits_the_safe_circle(plans, target):
    plan = plans(target)
    assert plan.settings["adaptive_icon_background"] == "#23283A"
    layer = picture(plan, f"{ANDROID}/drawable-xxxhdpi/ic_launcher_foreground.png")
    middle = layer.width / 2
    safe = layer.width * 66 / 108 / 2
    painted = layer.getchannel("A").load()
    for x in range(layer.width):
        for y in range(layer.height):
            away = ((x + 0.5 - middle) ** 2 + (y + 0.5 - middle) ** 2) ** 0.5
            assert painted[x, y] == 0 or away <= safe
    assert layer.getbbox()[0] < layer.width * 0.3, "and not lost in it"


def test_mac_icon_has_the_system_shape(plans):
    icon = picture(plans("macos"), f"macos/{APPLE}/app_icon_1024.png")
    assert icon.getpixel((0, 0))[3] == 0
    assert icon.getpixel((512, 120)) == (*TILE, 255)
