# SPDX-License-Identifier: Apache-2.0
"""`scripts/package`: the bundle, its SBOM and archives, and its files for Lambda, OpenFaaS and containers."""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from deployment import archives, executables, libraries
from deployment.catalogue import Catalogue
from deployment.release import FOR_ONE_SERVER, Release
from deployment_files import read
from packages import INVENTED, executables_for, package, tool
from runners import CATALOGUE, RuntimeAPI, process
from worlds import BIN, ROOT

#: One worker makes the release that these tests read.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("package")]


# MARK: The bundle


def test_a_new_function_appears_everywhere(made, bundle):
    everywhere = [
        "sizes.txt", "lambda/template.yaml", "openfaas/stack.yml", "lighttpd/vestibule.conf", "nginx/vestibule.conf",
        "apache/vestibule.conf", "apache/vestibule-workers.conf", "reference.html",
    ]
    assert "/invented/call" in (made / "openapi.json").read_text() and "/invented-hook" in (made / "openapi-pages.json").read_text()
    for name in everywhere:
        assert "invented-call" in (made / name).read_text() and "invented-hook" in (made / name).read_text(), name
    assert {link.name for link in (bundle / "public").iterdir()} >= {"invented-call", "invented-hook"}
    for name in ("cron/vestibule", "openfaas/stack-schedules.yml", "kubernetes/cronjobs.yaml", "lambda/template.yaml", "sizes.txt"):
        assert "invented-sweep" in (made / name).read_text(), name
    for name in ("lighttpd/vestibule.conf", "nginx/vestibule.conf", "apache/vestibule.conf", "openapi.json", "openfaas/stack.yml"):
        text = (made / name).read_text()
        assert not any(f"/{function.name}" in text for function in Catalogue(bundle / "functions.json").scheduled), name
    assert {"vestibule-invented-sweep.service", "vestibule-invented-sweep.timer"} <= {file.name for file in (made / "systemd").iterdir()}
    assert "INVENTED_TOKEN_FILE" in (made / "env").read_text()
    sbom = json.loads((bundle / "sbom.cdx.json").read_text())
    assert "bin/invented-call" in {it["name"] for it in sbom["metadata"]["component"]["components"]}
    for name in INVENTED:
        assert (made / f"man/man1/{name}.1").exists()
        assert (bundle / "bin" / name).exists() and (made / f"lambda/{name}.zip").exists()


def test_the_bundle_is_complete_and_its_checksums_are_correct(made, bundle):
    assert {file.name for file in bundle.iterdir()} == {
        "bin", "lib", "licenses", "public", "templates", "functions.json", "openapi.json", "openapi-pages.json", "LICENSE",
        "SHA256SUMS", "sbom.cdx.json", "vestibule", "install.sh", "server", "healthz", *FOR_ONE_SERVER}
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=bundle, check=True)
    listed = {line.split("  ")[1] for line in (bundle / "SHA256SUMS").read_text().splitlines()}
    assert listed == {str(path.relative_to(bundle)) for path in bundle.rglob("*") if path.is_file() and not path.is_symlink()} - {"SHA256SUMS"}
    for link in filter(pathlib.Path.is_symlink, (bundle / "public").iterdir()):
        assert link.resolve() == bundle / "bin" / link.name and not os.path.isabs(os.readlink(link))


def test_archives_are_reproducible(made, bundle, tmp_path):
    [archive] = made.glob("*.tar.xz")
    copy = shutil.copytree(bundle, tmp_path / bundle.name, symlinks=True)
    for path in sorted(copy.rglob("*"), reverse=True):
        os.utime(path, (1, 1), follow_symlinks=False)
    archives.tar(copy, tmp_path / "again.tar.xz")
    assert hashlib.sha256(archive.read_bytes()).digest() == hashlib.sha256((tmp_path / "again.tar.xz").read_bytes()).digest()
    with tarfile.open(archive) as content:
        assert {(entry.uid, entry.gid, entry.uname, entry.mtime) for entry in content} == {(0, 0, "", archives.TIMESTAMP)}
        content.extractall(tmp_path / "unpacked", filter="data")
    assert subprocess.run([tmp_path / "unpacked" / bundle.name / "public/sign-in"]).returncode == 0


def test_the_sbom_lists_the_components_of_executables(bundle):
    text = (bundle / "sbom.cdx.json").read_text()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    document = json.loads(text)
    versions = {it["name"]: it["version"] for it in document["components"]}
    assert "swift-mustache" not in versions
    for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]:
        assert pin["identity"] == "swift-mustache" or versions[pin["identity"]] == pin["state"]["version"]
    assert {"libsqlite3-dev", "libcurl4-openssl-dev", "libssl-dev", "libpq-dev", "libargon2-dev", "libidn2-dev", "swift"} <= set(versions)
    assert all(it["licenses"] for it in document["components"] if it["purl"].startswith("pkg:deb/"))
    known = {it["bom-ref"] for it in document["components"]} | {"vestibule"}
    assert {edge["ref"] for edge in document["dependencies"]} <= known
    for file in document["metadata"]["component"]["components"]:
        assert file["hashes"][0]["content"] == hashlib.sha256((bundle / file["name"]).read_bytes()).hexdigest()


def test_a_release_that_should_not_be_published_is_reported(tmp_path):
    """An executable that is too large, and one that needs a newer glibc than Lambda has."""
    source, newer, large = tmp_path / "newer.c", tmp_path / "newer", tmp_path / "large"
    source.write_text("#include <stdlib.h>\nint main(void) { return arc4random() == 0; }\n")
    subprocess.run(["gcc", "-o", newer, source], check=True)
    (tmp_path / "large.c").write_text("int main(void) { return 0; }\n")
    subprocess.run(["gcc", "-s", "-o", large, tmp_path / "large.c"], check=True)
    os.truncate(large, executables.LARGEST_EXECUTABLE + 1)
    done = package(tmp_path, sign_in=newer, authorize=large)
    needed = ".".join(map(str, executables.glibc(newer)))
    assert done.returncode == 1 and done.stderr.splitlines() == [
        "bin/authorize is larger than it may be: see sizes.txt",
        *([f"sign-in needs glibc {needed}; provided.al2023 of Lambda has 2.34"] if executables.glibc(newer) > (2, 34) else []),
    ]
    again = subprocess.run([ROOT / "scripts/package", "--bin", tmp_path, tmp_path / "package"], capture_output=True, text=True)
    assert again.returncode == 64 and "not empty" in again.stderr


def test_the_runtime_of_cxx_works_with_the_glibc_of_lambda(tmp_path):
    """Exceptions and backtraces are unwound with the tables that Sources/Bindings/CCompatibility finds."""
    (tmp_path / "a.cpp").write_text("""
        #include <cmath>
        #include <stdexcept>
        __attribute__((noinline)) void fail() { throw std::runtime_error("x"); }
        int main(int count, char **) {
          if (hypotf(3 * count, 4) != 5) return 1;
          try { fail(); } catch (const std::exception &) { return 0; }
          return 2;
        }""")
    compatibility = ROOT / "Sources/Bindings/CCompatibility"
    subprocess.run(["gcc", "-O1", "-c", compatibility / "ccompatibility.c", "-I", compatibility / "include", "-o", tmp_path / "c.o"], check=True)
    subprocess.run(["g++", "-O1", "-static-libgcc", "-static-libstdc++", "-Wl,--gc-sections", tmp_path / "a.cpp", tmp_path / "c.o",
                    "-o", tmp_path / "a"], check=True)
    assert executables.glibc(tmp_path / "a") <= executables.GLIBC_OF_LAMBDA
    assert subprocess.run([tmp_path / "a"]).returncode == 0


def test_everything_names_the_same_swift_version():
    [version] = re.findall(r"\A// swift-tools-version: (\S+)", (ROOT / "Package.swift").read_text())
    for name in ("README.md", "scripts/install"):
        assert re.findall(r"(?:toolchain \(|Swift )(\d[\d.]+) or later", (ROOT / name).read_text()) == [version], name


def test_functions_with_mail_or_pages_are_those_of_the_package():
    lists = dict(re.findall(r"^let (\w+) = \[\n(.*?)^\]", (ROOT / "Package.swift").read_text(), re.MULTILINE | re.DOTALL))
    names = {name: set(re.findall(r'"([\w-]+)"', text)) for name, text in lists.items()}
    marked = {(name, kind) for kind, of_kind in (("mail", ("mailing", "mailingPages")), ("page", ("pages", "mailingPages")))
              for each in of_kind for name in names[each]} - {("on-mail-event", "mail")}
    assert marked == {(it.name, kind) for it in CATALOGUE.functions for kind, is_it in
                      (("mail", it.sends_mail), ("page", it.is_page)) if is_it} | {("supabase-auth", "page")}


# MARK: AWS Lambda


def test_the_sam_template_is_valid(made):
    tool("cfn-lint", str(made / "lambda/template.yaml"))
    template = read(made / "lambda/template.yaml")
    resources, parameters = template["Resources"], template["Parameters"]
    assert resources["InventedSweep"]["Properties"]["Events"]["Schedule"]["Properties"]["Schedule"] == "cron(5,25,45 1,13 ? * 2,3,4,5,6 *)"
    call = resources["InventedCall"]["Properties"]
    assert (call["Timeout"], call["MemorySize"], call["CodeUri"]) == (12, 256, "invented-call.zip")
    assert call["Events"]["Post"]["Properties"]["Path"] == "/invented/call"
    assert set(resources["InventedHook"]["Properties"]["Events"]) == {"Post", "Options"}
    assert parameters["DatabaseUrl"]["NoEcho"] and parameters["SecretKey"]["NoEcho"] and parameters["InventedToken"]["NoEcho"]
    routes = [
        (event["Properties"]["Method"], event["Properties"]["Path"]) for resource in resources.values()
        for event in resource.get("Properties", {}).get("Events", {}).values() if event["Type"] == "HttpApi"]
    assert len(routes) == len(set(routes)), "API Gateway takes one function for a method at a route"
    page = resources["ResetPasswordPage"]["Properties"]
    assert page["Events"]["Post"]["Properties"]["Path"] == "/reset-password-page" and page["Events"]["Get"]["Properties"]["Path"] == "/reset-password"
    assert page["Environment"]["Variables"]["FORMS_BY_NAME"] == "1"
    assert "FORMS_BY_NAME" not in resources["SignInPage"]["Properties"]["Environment"]["Variables"]


def test_a_zip_starts_as_lambda_starts_it(tmp_path, world):
    """The real executable from its zip, in a folder like /var/task: policy and messages come with it."""
    catalogue = Catalogue(ROOT / "functions.json")
    catalogue.functions = [function for function in catalogue.functions if function.name == "preview-invitation"]
    Release(ROOT, catalogue, BIN, tmp_path).write_lambda()
    with zipfile.ZipFile(tmp_path / "lambda/preview-invitation.zip") as content:
        assert content.testzip() is None and content.getinfo("bootstrap").external_attr >> 16 == 0o755
        content.extractall(tmp_path / "task")
    (tmp_path / "task/bootstrap").chmod(0o755)
    api = RuntimeAPI()
    environment = {
        **world.env, "AWS_LAMBDA_RUNTIME_API": api.address, "POLICY_FILE": "templates/policies/pfa.json", "LAMBDA_TASK_ROOT": ".",
        # Where the layer of a release has its libraries.
        "LD_LIBRARY_PATH": str(BIN.parent / "lib")}
    del environment["TEMPLATES_DIR"]
    with process(tmp_path / "task/bootstrap", cwd=tmp_path / "task", env=environment, stdin=subprocess.DEVNULL):
        api.put({"data": {"code": "A"}, "acceptlanguage": "de"})
        path, answer, _ = api.replies.get(timeout=60)
    api.server.shutdown()
    api.server.server_close()
    assert path[2] == "response" and answer["error"]["code"] == "invitation/not-found"
    assert answer["error"]["userMessage"] in (ROOT / "templates/messages/de.json").read_text()


def test_the_layer_has_the_libraries_of_the_bundle(made, bundle):
    with zipfile.ZipFile(made / "lambda/libraries.zip") as content:
        assert {name: content.read(name) for name in content.namelist()} == {
            f"lib/{path.name}": path.read_bytes() for path in (bundle / "lib").iterdir()}


def test_without_the_bundles_own_the_layer_has_the_systems_libraries(tmp_path):
    executables_for(CATALOGUE, tmp_path / "built/bin")
    (tmp_path / "built/lib" / libraries.NETWORK_LIBRARY).unlink()
    release = Release(ROOT, CATALOGUE, tmp_path / "built/bin", tmp_path)
    release.write_lambda()
    assert set(libraries.SYSTEM) < set(release.system_packages())
    with zipfile.ZipFile(tmp_path / "lambda/libraries.zip") as content:
        names = content.namelist()
        content.extractall(tmp_path)
    assert {"lib/libpq.so.5", "lib/libargon2.so.1"} <= set(names) and not any("libc.so" in name for name in names)
    loaded = subprocess.run(
        ["ldd", tmp_path / "lib/libpq.so.5"], env={"LD_LIBRARY_PATH": tmp_path / "lib", "PATH": os.environ["PATH"]}, capture_output=True, text=True)
    assert "not found" not in loaded.stdout
    assert {path for path in re.findall(r"=> (/\S+)", loaded.stdout) if not path.startswith(str(tmp_path))} <= {
        path for path in re.findall(r"=> (/\S+)", loaded.stdout) if libraries.OF_GLIBC.fullmatch(pathlib.Path(path).name)}


# MARK: Containers


def test_lambda_joins_a_private_network_if_it_is_given(made):
    template = (made / "lambda/template.yaml").read_text()
    for name in ("SubnetIds", "SecurityGroupIds"):
        assert re.search(rf'{name}:\n +Type: CommaDelimitedList\n +Default: ""', template)
    assert re.search(r"VpcConfig:\n +\"?Fn::If\"?:\n +- HasNetwork", template), template[:9000]


def test_built_executables_are_packaged_without_swift_and_without_a_checkout(tmp_path):
    """Only the scripts and what they read are there, and what the build has recorded."""
    root = tmp_path / "root"
    for name in ("scripts", "templates", "Sources"):
        shutil.copytree(ROOT / name, root / name)
    for name in ("functions.json", "LICENSE"):
        shutil.copy(ROOT / name, root)
    built = executables_for(CATALOGUE, tmp_path / "built/bin")
    command = ["/usr/bin/python3", root / "scripts/package", "--bin", built, tmp_path / "package"]
    environment = {"PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
    assert shutil.which("swift", path=environment["PATH"]) is None
    alone = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert alone.returncode != 0 and "contents.json" in alone.stderr
    shutil.rmtree(tmp_path / "package")
    subprocess.run(
        [sys.executable, "-m", "deployment.sbom", tmp_path / "built"], cwd=ROOT, env={**os.environ, "PYTHONPATH": "scripts"}, check=True)
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    [sbom] = (tmp_path / "package").glob("*/sbom.cdx.json")
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(sbom.read_text()) is None
    names = {component["name"] for component in json.loads(sbom.read_text())["components"]}
    assert {"swift-crypto", "swift", "libfcgi-dev"} <= names and (sbom.parent / "licenses/libfcgi-dev.txt").exists()
