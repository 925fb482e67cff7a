"""Builds wheels and source packages of ferz, for pip and build (PEP 517): nothing but Python's own library, CMake, and what builds Ferz.

A wheel has the module for all versions of Python from 3.9 on, linked with the library, and the rules. A source package has the
repository's files that a wheel needs, so a wheel can be built from it; it lies in the folder `ferz` there.
"""

import base64
import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
# The repository, or its part within a source package.
ROOT = next(folder for folder in (os.path.join(HERE, "library"), os.path.dirname(os.path.dirname(HERE)))
            if os.path.exists(os.path.join(folder, "interp", "ferz.h")))
OWN = ("pyproject.toml", "build_backend.py", "PYPI.md", "ferz")
LIBRARY = ("CMakeLists.txt", "LICENSE", "README.md", "interp", "rules", "scripts", "guides/rules/codes.md", "release/packages.cmake",
           "guides/lesson")
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "1577836800"))


def version():
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        return re.search(r"project\(ferz VERSION ([0-9.]+)", file.read()).group(1)


def metadata():
    with open(os.path.join(HERE, "pyproject.toml"), encoding="utf-8") as file:
        project = file.read()

    def field(name):
        return re.search(rf'^{name} = "(.*)"', project, re.M).group(1)

    def words(name):
        return re.findall('"(.*?)"', re.search(rf"^{name} = \[(.*?)\]", project, re.M | re.S).group(1))

    with open(os.path.join(HERE, "PYPI.md"), encoding="utf-8") as file:
        text = file.read()
    lines = ["Metadata-Version: 2.1", f"Name: {field('name')}", f"Version: {version()}", f"Summary: {field('description')}",
             "License: MIT", f"Keywords: {','.join(words('keywords'))}", *(f"Classifier: {one}" for one in words("classifiers")),
             f"Requires-Python: {field('requires-python')}", "Provides-Extra: numpy", 'Requires-Dist: numpy; extra == "numpy"',
             "Description-Content-Type: text/markdown", "", text]
    return "\n".join(lines)


def tag():
    return "cp39-abi3-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")


def files_of(folder):
    """Paths of files below a folder, or of the file itself; sorted."""
    if os.path.isfile(folder):
        return [folder]
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(one for one in folders if one not in ("__pycache__", "node_modules"))
        found += [os.path.join(place, name) for name in sorted(names) if not name.endswith((".pyc", ".so"))]
    return found


def compile_module(folder):
    """The path of the module, built by CMake; $FERZ_PYTHON_MODULE names one that is there. In a checkout the folder is kept, so the
    second time is quick."""
    if os.environ.get("FERZ_PYTHON_MODULE"):
        return os.environ["FERZ_PYTHON_MODULE"]
    settings = {"CMAKE_BUILD_TYPE": "Release", "FERZ_TESTS": "OFF", "FERZ_PROGRAM": "OFF", "FERZ_SERVICE": "OFF", "FERZ_SERVE": "OFF",
                "FERZ_PYTHON": "ON", "FERZ_PYTHON_PROGRAM": sys.executable, "FERZ_PYTHON_HEADERS": sysconfig.get_path("include")}
    generator = ["-G", "Ninja"] if shutil.which("ninja") and not os.path.exists(os.path.join(folder, "CMakeCache.txt")) else []
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, *generator, *(f"-D{name}={value}" for name, value in settings.items())],
                   check=True, stdout=sys.stderr)
    subprocess.run(["cmake", "--build", folder, "--target", "ferz_python", "--parallel", str(os.cpu_count() or 1)], check=True,
                   stdout=sys.stderr)
    return os.path.join(folder, "python", "ferz", "_ferz.abi3.so")


def wheel_contents(module):
    """(path in the wheel, bytes) of all but the records."""
    for path in files_of(os.path.join(HERE, "ferz")):
        yield "ferz/" + os.path.relpath(path, os.path.join(HERE, "ferz")), path
    yield "ferz/variant_aliases.txt", os.path.join(ROOT, "interp", "protocol", "variant_aliases.txt")
    yield "ferz/_ferz.abi3.so", module
    for folder in ("rules", "scripts"):
        for path in files_of(os.path.join(ROOT, folder)):
            yield "ferz/" + os.path.relpath(path, ROOT), path


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    checkout = os.path.isdir(os.path.join(ROOT, ".git")) or os.path.isfile(os.path.join(ROOT, ".git"))
    kept = os.path.join(ROOT, "build", "python-wheel")
    with tempfile.TemporaryDirectory() as scratch:
        usable = checkout and os.access(ROOT, os.W_OK)
        module = compile_module(kept if usable else os.path.join(scratch, "build"))
        stripped = os.path.join(scratch, "_ferz.abi3.so")
        if not shutil.which("strip") or subprocess.run(["strip", "-g", "-o", stripped, module]).returncode != 0:
            stripped = module
        name = f"ferz-{version()}-{tag()}.whl"
        with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
            records = []

            def write(path, data, mode=0o644):
                info = zipfile.ZipInfo(path, date_time=(2020, 1, 1, 0, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
                info.external_attr = (0o100000 | mode) << 16
                wheel.writestr(info, data)

            def add(path, data, mode=0o644):
                write(path, data, mode)
                digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                records.append(f"{path},sha256={digest},{len(data)}")

            for path, source in wheel_contents(stripped):
                with open(source, "rb") as file:
                    add(path, file.read(), 0o755 if path.endswith(".so") else 0o644)
            information = f"ferz-{version()}.dist-info"
            add(f"{information}/METADATA", metadata().encode())
            add(f"{information}/WHEEL", f"Wheel-Version: 1.0\nGenerator: ferz\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode())
            with open(os.path.join(ROOT, "LICENSE"), "rb") as file:
                add(f"{information}/LICENSE", file.read())
            records.append(f"{information}/RECORD,,")
            write(f"{information}/RECORD", "\n".join(records) + "\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    top = f"ferz-{version()}"
    paths = [(os.path.join(top, os.path.relpath(path, HERE)), path) for own in OWN for path in files_of(os.path.join(HERE, own))]
    paths += [(os.path.join(top, "library", os.path.relpath(path, ROOT)), path)
              for part in LIBRARY for path in files_of(os.path.join(ROOT, part)) if os.path.exists(path)]
    name = f"{top}.tar.gz"
    with open(os.path.join(sdist_directory, name), "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=EPOCH) as packed, \
            tarfile.open(mode="w", fileobj=packed, format=tarfile.PAX_FORMAT) as archive:

        def add(path, data, mode):
            info = tarfile.TarInfo(path)
            info.size, info.mode, info.mtime = len(data), mode, EPOCH
            archive.addfile(info, io.BytesIO(data))

        add(f"{top}/PKG-INFO", metadata().encode(), 0o644)
        for path, source in paths:
            with open(source, "rb") as content:
                add(path, content.read(), 0o755 if os.access(source, os.X_OK) else 0o644)
    return name


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []
