# SPDX-License-Identifier: Apache-2.0
"""The software bill of materials of the executables, as a CycloneDX 1.6 document."""

import json
import pathlib
import shutil
import subprocess
import sys
import uuid

from . import libraries

#: Swift packages that only tests link.
OF_TESTS = ("swift-mustache",)


#: In a built bundle: what is linked in. Packaging then needs neither Swift nor the sources of the packages.
RECORD = "contents.json"


def contents(root, bundle, bundled):
    """What executables and libraries contain, from the record of a built bundle or else from Swift and Debian.

    bundled: the paths of the libraries
    """
    known = bundle / RECORD
    return json.loads(known.read_text()) if known.exists() else found(root, bundled)


def found(root, bundled):
    """The components, what depends on what, and the texts of the licences by their file names."""
    if not shutil.which("swift"):
        raise SystemExit(f"there is neither Swift nor the {RECORD} that scripts/build --release writes")
    tree = json.loads(run("swift", "package", "--package-path", root, "show-dependencies", "--format", "json"))
    resolved = {pin["identity"]: pin for pin in json.loads((root / "Package.resolved").read_text())["pins"]}
    needed = [it for it in tree["dependencies"] if it["identity"] not in OF_TESTS]
    packages = [swift_package(pin) for name, pin in resolved.items() if name not in OF_TESTS]
    linked = libraries.in_bundle(bundled)
    opened = {} if linked.keys() >= libraries.NETWORK.keys() else libraries.SYSTEM
    debian = [debian_package(*item, "required") for item in linked.items()]
    debian += [debian_package(*item, "optional") for item in opened.items()]
    edges = {"vestibule": {*map(reference, needed), swift_runtime()["bom-ref"], *(it["bom-ref"] for it in debian)}}
    collect(needed, edges)
    return {
        "components": [*packages, swift_runtime(), *debian],
        "dependencies": {name: sorted(edge) for name, edge in sorted(edges.items())},
        "licenses": {name: path.read_text() for name, path in licenses(root, bundled).items()},
    }


def sbom(contents, version, hashes):
    """hashes: the SHA-256 of each executable and library, by its path in the bundle"""
    own = {"type": "application", "bom-ref": "vestibule", "name": "vestibule", "version": version}
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**own, "components": [file(*item) for item in hashes.items()]}},
        "components": contents["components"],
        "dependencies": [{"ref": name, "dependsOn": needed} for name, needed in contents["dependencies"].items()],
    }
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(document, sort_keys=True))
    return json.dumps({**document, "serialNumber": f"urn:uuid:{serial}"}, indent=2) + "\n"


def file(name, digest):
    return {
        "type": "file", "bom-ref": name, "name": name,
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }


def swift_package(pin):
    place, version = pin["location"].removesuffix(".git"), pin["state"]["version"]
    return {
        "type": "library", "bom-ref": pin["identity"], "name": pin["identity"], "version": version,
        "purl": f"pkg:swift/{place.removeprefix('https://')}@{version}",
        "externalReferences": [{"type": "vcs", "url": pin["location"], "comment": pin["state"]["revision"]}],
    }


def swift_runtime():
    """The Swift standard library."""
    line = run("swift", "--version").splitlines()[0]
    version = line.split("Swift version ")[1].split()[0]
    return {"type": "library", "bom-ref": "swift-runtime", "name": "swift", "version": version,
            "purl": f"pkg:swift/github.com/swiftlang/swift@{version}", "description": line}


def debian_package(name, license, scope):
    version = run("dpkg-query", "-W", "-f", "${Version}", name)
    return {
        "type": "library", "bom-ref": name, "name": name, "version": version, "scope": scope, "licenses": [{"expression": license}],
        "purl": f"pkg:deb/debian/{name.replace('+', '%2B')}@{version.replace('+', '%2B').replace(':', '%3A')}?distro=debian-12",
    }


def licenses(root, bundled):
    """The texts of the licences of what is linked in, by the file's name in the bundle."""
    debian = {f"{name}.txt": libraries.copyright_file(name) for name in libraries.in_bundle(bundled)}
    toolchain = pathlib.Path(shutil.which("swift")).resolve().parents[1]
    texts = {"swift.txt": toolchain / "share/swift/LICENSE.txt", **debian}
    for package in (root / ".build/checkouts").iterdir():
        if package.name not in OF_TESTS:
            texts |= {f"{package.name}-{text.name}": text for text in package.glob("*.txt") if text.stem in ("LICENSE", "NOTICE")}
    return texts


def reference(package):
    return package["identity"]


def collect(packages, edges):
    for package in packages:
        edges.setdefault(reference(package), set()).update(map(reference, package["dependencies"]))
        collect(package["dependencies"], edges)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def record(root, bundle):
    """Writes the record of a bundle that was just built."""
    content = found(root, sorted((bundle / "lib").glob("libvestibule*.so")))
    (bundle / RECORD).write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    record(pathlib.Path.cwd(), pathlib.Path(sys.argv[1]))
