"""A small pad in a repository of its own, of which releases can be made."""

import pytest

from tests.support.release.small_project import Project


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """A pad of which a release was made, and what was said then."""
    project = Project(tmp_path_factory.mktemp("released"))
    project.answer = project.release("1.2.0")
    project.out = project.folder / "dist" / "1.2.0"
    return project


@pytest.fixture
def built_project(project, released):
    """A pad whose wheel is there, where the release goes as far as building."""
    project.take_tools(next(released.out.glob("*.whl")))
    return project
