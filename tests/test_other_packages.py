"""What the pad overrides, replaces or reads of Flet, uvicorn and Python beyond their documentation.

Each test is one place, by the name that it has in the other package. With a newer Flet or uvicorn,
the names of the tests that fail are the places to look at; `docs/flet.md` says for each where the
pad uses it, why, and what follows. `python -m pytest tests/test_other_packages.py` is enough.
"""

import ast
import hashlib
import inspect
import re
import textwrap
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from qwixx_pad.server import client

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "flet.md").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Function:
    """A function of another package.

    Attributes:
        name: `module:Class.function`; two underscores in front as they are written there.
        parameters: As they are written there, without types.
        source: The digest of its source, where the pad replaces or overrides it: with another
            text, read whether ours still fits.
    """

    name: str
    parameters: str
    source: str = ""

    def found(self):
        node, text = written(self.name)
        for each in ast.walk(node.args):
            if isinstance(each, ast.arg):
                each.annotation = None
        digest = hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:8]
        return Function(self.name, f"({ast.unparse(node.args)})", self.source and digest)


@dataclass(frozen=True)
class Attribute:
    """What instances of a class of another package have, wherever it is set."""

    name: str

    def found(self):
        owner, _, name = self.name.rpartition(".")
        return self if name in names_of(attribute(owner)) else f"{name} is not in {owner}"


@dataclass(frozen=True)
class Text:
    """What the source of a module says, or a file of Flet's browser client (`FILE.js:TEXT`)."""

    name: str

    def found(self):
        place, _, text = self.name.partition(":")
        return self if text in source_of(place) else f"{text} is not in {place}"


@cache
def source_of(place):
    """Without importing it: one is only found in a browser's Python."""
    in_client = place.endswith(".js")
    path = client.flet_client_folder() / place if in_client else find_spec(place).origin
    return Path(path).read_text(encoding="utf-8")


def attribute(name):
    module, _, path = name.partition(":")
    found = import_module(module)
    for part in path.split("."):
        private = part.startswith("__") and not part.endswith("__")
        found = getattr(found, f"_{found.__name__}{part}" if private else part)
    return found


def written(name):
    """The function of a name as its file has it, whatever a test has put in its place."""
    owner, mark, function = re.fullmatch(r"(.*?)([:.])(\w+)", name).groups()
    texts = (
        [inspect.getsource(attribute(name))]
        if mark == ":"
        else [textwrap.dedent(inspect.getsource(kind)) for kind in attribute(owner).__mro__[:-1]]
    )
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return next(
        (node, ast.get_source_segment(text, node))
        for text in texts
        for node in ast.walk(ast.parse(text))
        if isinstance(node, kinds) and node.name == function
    )


@cache
def names_of(kind):
    """All that an instance has: of its class, and what any method sets, as it is written."""
    sources = [inspect.getsource(each) for each in kind.__mro__ if each.__module__ != "builtins"]
    nodes = (node for text in sources for node in ast.walk(ast.parse(textwrap.dedent(text))))
    own = (node for node in nodes if isinstance(node, ast.Attribute) and is_own(node.value))
    fields = getattr(kind, "__dataclass_fields__", ())
    return {*dir(kind), *fields, *(node.attr for node in own if isinstance(node.ctx, ast.Store))}


def is_own(value):
    """Whether this is `self` or `super()`."""
    name = value.func if isinstance(value, ast.Call) else value
    return isinstance(name, ast.Name) and name.id in {"self", "super"}


DIFF = "flet.controls.object_patch:DiffBuilder"
SESSION = "flet.messaging.session:Session"
MANAGER = "flet_web.fastapi.flet_app_manager:FletAppManager"
CONNECTION = "flet_web.fastapi.flet_app:FletApp"
BUILD = "flet_cli.commands.build_base:BaseBuildCommand"
HTTP = "uvicorn.protocols.http.h11_impl:H11Protocol"
SOCKET = "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol"
SERVER = "uvicorn.server:Server"

PLACES = [
    # ui/flet_support/diffing.py
    Function(
        f"{DIFF}._configure_dataclass",
        "(self, item, parent, frozen, configure_setattr_only=False)",
        "fd61ca7e",
    ),
    Function(f"{DIFF}._compare_dataclasses", "(self, parent, path, src, dst, frozen)", "3706c6df"),
    Function(f"{DIFF}._index_key", "(self, item, item_key, path)", "3f59b035"),
    Function(
        "flet.controls.control_event:get_event_field_type", "(control, field_name)", "96f11e0e"
    ),
    Text("flet.controls.base_control:get_event_field_type(self, field_name)"),
    Function("flet.controls.base_control:BaseControl._before_update_safe", "(self)"),
    Attribute("flet.controls.base_control:BaseControl._values"),
    Text("flet.controls.object_patch:_prop_defaults"),
    Text("flet.controls.object_patch:_parent = weakref.ref"),
    Text("flet.controls.object_patch:item._frozen"),
    Text('flet.controls.object_patch:"_initialized", True'),
    Text('flet.controls.object_patch:field.metadata.get("skip", False)'),
    # ui/flet_support/keyboard.py
    Attribute("flet.controls.id_counter:IdCounter._counter"),
    Function("flet.controls.id_counter:IdCounter.next", "(self)", "6ce2dd76"),
    Text("flet.controls.base_control:self._i = ControlId.next()"),
    Attribute("flet.controls.base_control:BaseControl._i"),
    Attribute("flet.components.component:Component._b"),
    Function(f"{SESSION}.dispatch_event", "(self, control_id, event_name, event_data)", "1cd01424"),
    # ui/flet_support/flet_patches.py
    Function(f"{SESSION}.apply_page_patch", "(self, patch)", "62454c55"),
    Function(
        f"{SESSION}.invoke_method",
        "(self, control_id, method_name, args, timeout=None)",
        "13e37c51",
    ),
    Function(
        f"{SESSION}.handle_invoke_method_results",
        "(self, control_id, call_id, result, error)",
        "52378451",
    ),
    Function(f"{SESSION}.start_updates_scheduler", "(self)", "98c7dca2"),
    Function(f"{SESSION}.__updates_scheduler", "(self)", "db9ba114"),
    Attribute(f"{SESSION}.__updates_task"),
    # ui/flet_support/keyboard.py, ui/design: controls of ours under a name of Flet's client
    Text('flet.controls.cupertino.cupertino_button:@control("CupertinoButton")'),
    Text('flet.controls.core.gesture_detector:@control("GestureDetector")'),
    Text('flet.controls.material.container:@control("Container")'),
    Text('flet.controls.material.textfield:"TextField", categories='),
    Text('flet.controls.core.semantics:@control("Semantics")'),
    Text('flet.controls.core.merge_semantics:@control("MergeSemantics")'),
    # server/messages.py
    Text("flet.controls.page:self._i = 1"),
    Text("flet_web.fastapi.flet_app:if ptype == 0x00:"),
    Text("flet_web.fastapi.flet_app:await self.__websocket.receive_bytes()"),
    # server/serve.py, server/security.py
    Attribute(f"{MANAGER}.__sessions"),
    Function(f"{MANAGER}.get_session", "(self, session_id)", "6a0ad550"),
    Function(f"{MANAGER}.delete_session", "(self, session_id)"),
    Function(f"{CONNECTION}.__get_unique_session_id", "(self, session_id)", "a8ac70df"),
    Function(f"{CONNECTION}.__on_message", "(self, data)", "a1497708"),
    Attribute(f"{CONNECTION}.__websocket"),
    Text(
        'flet_web.fastapi.flet_app:__client_user_agent = self.__websocket.headers.get("user-agent"'
    ),
    Text("flet_web.fastapi.flet_app:getLogger(flet_fastapi.__name__)"),
    Attribute("flet.messaging.protocol:Message.action"),
    Text('flet_web.fastapi.flet_app:transport_log.debug(f"send_message: {message}")'),
    # server/window.py, __main__.py
    *(
        Text(f"{module}:{variable}")
        for module, variables in {
            "flet.app": (
                *("FLET_FORCE_WEB_SERVER", "FLET_SERVER_PORT", "FLET_SERVER_IP"),
                *("FLET_DISPLAY_URL_PREFIX", "FLET_WEB_APP_PATH"),
            ),
            "flet.utils.platform_utils": ("FLET_PLATFORM",),
            "flet_cli.commands.run": ("FLET_DISPLAY_URL_PREFIX", "FLET_APP_STORAGE_DATA"),
        }.items()
        for variable in variables
    ),
    Function("flet.utils.pip:ensure_flet_desktop_package_installed", "()"),
    Function("flet_desktop:ensure_client_cached", "()"),
    # server/client.py, assets, pwa
    *(
        Text(f"{file}:{text}")
        for file, texts in {
            "flutter_bootstrap.js": (
                *("flet.flutterAppResolve", "flet.entrypointBaseUrl", "flet.assetBase"),
                *("flet.canvasKitBaseUrl", "flet.fontFallbackBaseUrl", "flet.multiView"),
                *("\nif (flet.webRenderer", "serviceWorkerSettings: {", "wasmAllowList"),
            ),
            "main.dart.js": (
                *("_flet_session_id", "webSocketEndpoint", "routeUrlStrategy"),
                *("jsConnect", "jsSend", "jsDisconnect"),
                *("(forced-colors: active)", "zh-Hans", "GoBack", '"Go Back"', "size_change"),
                *("transferFromImageBitmap", "ImageDecoder", "selectedTrack", "displayWidth"),
                *("flt-semantics", "popstate", "replaceState", "writeText"),
            ),
        }.items()
        for text in texts
    ),
    Text("flet.messaging.pyodide_connection:flet_js.start_connection = self.connect"),
    Text("flet.messaging.pyodide_connection:flet_js.send = self.send_from_js"),
    Text("flet.messaging.pyodide_connection:flet_js.documentUrl"),
    Text("flet:_LAZY = {"),
    Text("dataclasses:    exec("),
    # .ci/dry_run.py
    *(
        Function(f"{BUILD}.{name}", parameters)
        for name, parameters in {
            "handle": "(self, options)",
            "cleanup": "(self, exit_code, message=None, no_border=False)",
            "update_status": "(self, status)",
            "run": "(self, args, cwd, env=None, capture_output=True)",
            "initialize_command": "(self)",
            "validate_entry_point": "(self)",
            "setup_template_data": "(self)",
            "package_python_app": "(self)",
            "customize_icons": "(self)",
            "customize_splash_images": "(self)",
            "_run_flutter_command": "(self)",
        }.items()
    ),
    Function("flet_cli.commands.build_base:write", "(result, project_dir, *, declared_only=True)"),
    Function("flet_cli.utils.python_versions:_load_data", "()"),
    Text("flet_cli.utils.python_versions:MANIFEST_PATH_ENV"),
    # server/connections.py: HttpConnection
    *(Attribute(f"{HTTP}.{name}") for name in ("client", "conn", "cycle", "server", "transport")),
    Attribute("uvicorn.protocols.http.h11_impl:RequestResponseCycle.response_complete"),
    Function(f"{HTTP}.connection_lost", "(self, exc)", "d4e45c2d"),
    Function(f"{HTTP}.connection_made", "(self, transport)", "b4322d51"),
    Function(f"{HTTP}.handle_events", "(self)", "d7b28a7e"),
    Function(f"{HTTP}.handle_websocket_upgrade", "(self, event)", "cb70fecd"),
    Function(f"{HTTP}.send_400_response", "(self, msg)", "44d08e7b"),
    # server/connections.py: WebSocket
    *(
        Attribute(f"{SOCKET}.{name}")
        for name in (
            *("client", "close_sent", "conn", "curr_msg_data_type", "frames", "queue", "server"),
            *("handshake_complete", "handshake_initiated", "read_paused", "transport", "writable"),
        )
    ),
    Function(f"{SOCKET}.connection_lost", "(self, exc)", "e620c357"),
    Function(f"{SOCKET}.connection_made", "(self, transport)", "bd9f70d2"),
    Function(f"{SOCKET}.data_received", "(self, data)", "7e5370f5"),
    Function(f"{SOCKET}.handle_parser_exception", "(self)", "99718b6b"),
    Function(f"{SOCKET}.pause_writing", "(self)", "7a602543"),
    Function(f"{SOCKET}.receive", "(self)", "5d5168ff"),
    Function(f"{SOCKET}.resume_writing", "(self)", "a80b2515"),
    Function(f"{SOCKET}.send_receive_event_to_app", "(self)", "4c6bc836"),
    Function(f"{SOCKET}.shutdown", "(self)", "9ff5b527"),
    # server/connections.py, server/listening.py, server/serve.py: the server and its settings
    Text("uvicorn.config:self.http_protocol_class = self.http"),
    Function(f"{SERVER}.on_tick", "(self, counter)", "a4d3e978"),
    Function(f"{SERVER}.capture_signals", "(self)", "5b75ca96"),
    Function(f"{SERVER}.shutdown", "(self, sockets=None)", "75d082d1"),
    Function(f"{SERVER}.startup", "(self, sockets=None)", "f5f2d281"),
    *(
        Attribute(f"{SERVER}.{name}")
        for name in (
            *("_captured_signals", "config", "lifespan", "server_state", "servers", "started"),
        )
    ),
    # relay/service.py
    Text("uvicorn.protocols.websockets.websockets_sansio_impl:except ClientDisconnected:"),
]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_place_is_as_the_pad_expects(place):
    assert place.found() == place


def test_every_place_is_explained():
    named = [each.name for each in PLACES if isinstance(each, Function | Attribute)]
    assert [name for name in named if f"{re.split('[:.]', name)[-1]}`" not in PAGE] == []


OURS = (
    *("connections:HttpConnection", "connections:WebSocket", "listening:Server"),
    "serve:PadServer",
)


@pytest.mark.parametrize("name", OURS)
def test_every_name_that_a_class_inherits_from_uvicorn_is_listed(name):
    ours = attribute(f"qwixx_pad.server.{name}")
    theirs = next(kind for kind in ours.__mro__ if kind.__module__.startswith("uvicorn"))
    nodes = ast.walk(ast.parse(inspect.getsource(ours)))
    used = {each.attr for each in nodes if isinstance(each, ast.Attribute) and is_own(each.value)}
    inherited = used & (names_of(theirs) - {*dir(object)})
    listed = {each.name.rpartition(".")[2] for each in PLACES if theirs.__name__ in each.name}
    assert inherited <= listed


def private_names(path):
    """Names in one underscore that are read or set of something else, and those in strings."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                continue
            case ast.Attribute(attr=name):
                yield name
            case ast.Call(func=ast.Name(id="getattr" | "hasattr" | "setattr"), args=[_, given, *_]):
                yield str(getattr(given, "value", ""))
            case ast.Constant(value=str(text)) if re.fullmatch(r"_[A-Za-z]+__\w+", text):
                yield text


def test_every_private_name_of_another_package_is_listed():
    paths = [*(ROOT / "qwixx_pad").rglob("*.py"), ROOT / ".ci" / "dry_run.py"]
    own = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    named = "\n".join(place.name for place in PLACES)
    names = {name for path in paths for name in private_names(path) if re.match("_[a-zA-Z]", name)}
    short = {re.sub(r"^_[A-Za-z]+(?=__)", "", name) for name in names - {"_replace", "_make"}}
    assert {name for name in short if f"self.{name}" not in own and name not in named} == set()
