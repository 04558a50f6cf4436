# SPDX-License-Identifier: Apache-2.0
"""A folder with a release: the bundle, and the configurations of the platforms."""

import hashlib
import pathlib
import platform
import shutil
from dataclasses import replace

from . import (
    apache, archives, aws, completions, containers, cron, executables, kubernetes, libraries, monitoring, openapi, origin, poolers, proxies,
    reference, sbom, settings, systemd, webservers)
from .catalogue import version

ARCHITECTURES = {"x86_64": "x86_64", "aarch64": "arm64"}
#: What the bundle has for one server, so that nothing else has to be copied there.
FOR_ONE_SERVER = ("env", "systemd", "cron", "lighttpd", "nginx", "apache", "caddy", "pgbouncer", "monitoring", "man", "completions")


class Release:
    """Writes a release into an empty folder. `failures` are the reasons why it must not be published."""

    def __init__(self, root, catalogue, binaries, folder):
        """binaries: the folder with the executables; the libraries of the bundle, if there are any, are in lib/ next to it."""
        self.root, self.catalogue, self.binaries, self.folder = root, catalogue, binaries, folder
        self.libraries = sorted((binaries.parent / "lib").glob("libvestibule*.so"))
        self.version = version(root)
        self.name = f"vestibule-{self.version}-{platform.machine()}"
        self.failures = []

    def write(self, functions_json):
        self.write_configurations()
        self.write_bundle(functions_json)
        self.write_lambda()

    # MARK: Configurations

    def write_configurations(self):
        for name, text in self.configurations().items():
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

    def configurations(self):
        """Every text by its file name."""
        catalogue, public = self.catalogue, f"{settings.PREFIX}/public"
        served = {**settings.EXAMPLE, **settings.BEHIND_A_PROXY}
        values = {name: webservers.quoted(value) for name, value in served.items()}
        site = webservers.Site(public, settings.PREFIX, settings=served, user=settings.USER)
        before_workers = webservers.Site(settings.SOCKETS, settings.PREFIX, sockets=settings.SOCKETS, user=settings.USER)
        function_file = "/etc/nginx/vestibule-function.conf"
        statuses = openapi.statuses_of_codes((self.root / "Sources/VestibuleRules/ErrorCode.swift").read_text())
        return {
            **openapi.documents(catalogue, self.version, statuses),
            **reference.reference(self.root, catalogue, self.version, statuses, self.binaries).files(),
            **completions.files(self.binaries / "vestibule"),
            "env": settings.environment_file(catalogue),
            "cron/vestibule": cron.crontab(catalogue),
            "lighttpd/vestibule.conf": webservers.lighttpd(catalogue, replace(site, settings=values)),
            "lighttpd/vestibule-workers.conf": webservers.lighttpd(catalogue, before_workers),
            "nginx/vestibule-workers-function.conf": webservers.nginx_workers(sockets=settings.SOCKETS),
            "nginx/vestibule.conf": webservers.nginx(catalogue, function_file=function_file, document=settings.PREFIX),
            "nginx/vestibule-function.conf": webservers.nginx_function(folder=public, settings=served),
            "apache/vestibule.conf": apache.apache(catalogue, site),
            "apache/vestibule-workers.conf": apache.apache(catalogue, before_workers),
            **{f"systemd/{name}": text for name, text in systemd.units(catalogue).items()},
            "container/Dockerfile": containers.dockerfile(self.name, self.system_packages()),
            **poolers.files(),
            **monitoring.files(),
            **proxies.files(),
            **{f"container/http/{name}": text for name, text in containers.http_files(catalogue).items()},
            "openfaas/stack.yml": containers.openfaas(catalogue),
            "openfaas/stack-schedules.yml": containers.openfaas_schedules(catalogue),
            "kubernetes/cronjobs.yaml": kubernetes.cron_jobs(catalogue),
            "kubernetes/server.yaml": kubernetes.server(catalogue),
            "knative/service.yaml": kubernetes.knative(catalogue),
            "lambda/template.yaml": aws.template(catalogue, self.version, ARCHITECTURES[platform.machine()]),
        }

    # MARK: The bundle

    def write_bundle(self, functions_json):
        bundle = self.folder / self.name
        (bundle / "bin").mkdir(parents=True)
        for name in executables.names(self.catalogue):
            shutil.copyfile(self.binaries / name, bundle / "bin" / name)
            (bundle / "bin" / name).chmod(0o755)
        for library in self.libraries:
            (bundle / "lib").mkdir(exist_ok=True)
            shutil.copyfile(library, bundle / "lib" / library.name)
        webservers.link_served(self.catalogue, bundle / "public", pathlib.Path("../bin"))
        # For a person who has just unpacked it.
        (bundle / "vestibule").symlink_to("bin/vestibule")
        shutil.copytree(self.root / "templates", bundle / "templates")
        shutil.copyfile(functions_json, bundle / "functions.json")
        for name in openapi.NAMES:
            shutil.copyfile(self.folder / name, bundle / name)
        self.write_server_files(bundle)
        shutil.copyfile(self.root / "LICENSE", bundle / "LICENSE")
        contents = sbom.contents(self.root, self.binaries.parent, self.libraries)
        for name, text in contents["licenses"].items():
            (bundle / "licenses").mkdir(exist_ok=True)
            (bundle / "licenses" / name).write_text(text)
        if (self.binaries.parent / origin.FOLDER).exists():
            shutil.copytree(self.binaries.parent / origin.FOLDER, bundle / origin.FOLDER)
        files = [file for kind in ("bin", "lib") for file in sorted((bundle / kind).glob("*"))]
        hashes = {f"{file.parent.name}/{file.name}": digest(file) for file in files}
        (bundle / "sbom.cdx.json").write_text(sbom.sbom(contents, self.version, hashes))
        (bundle / "SHA256SUMS").write_text(checksums(bundle))
        table, too_large = executables.sizes(files)
        (self.folder / "sizes.txt").write_text(table)
        self.failures += [f"{name} is larger than it may be: see sizes.txt" for name in too_large]
        archive = self.folder / f"{self.name}.tar.xz"
        archives.tar(bundle, archive)
        if archive.stat().st_size > executables.LARGEST_ARCHIVE:
            self.failures.append(f"{archive.name} is larger than it may be")

    def write_server_files(self, bundle):
        for name in FOR_ONE_SERVER:
            copy = shutil.copytree if (self.folder / name).is_dir() else shutil.copyfile
            copy(self.folder / name, bundle / name)
        (bundle / webservers.HEALTH).write_text(webservers.ALIVE)
        (bundle / "server").mkdir()
        for script in sorted((self.root / "scripts/deployment/server").glob("*.sh")):
            # A person who has just unpacked it starts with this one.
            target = bundle / script.name if script.name == "install.sh" else bundle / "server" / script.name
            shutil.copyfile(script, target)
            target.chmod(0o755)

    # MARK: AWS Lambda

    def write_lambda(self):
        folder = self.folder / "lambda"
        folder.mkdir(exist_ok=True)
        templates = {str(path.relative_to(self.root)): path for path in archives.files(self.root / "templates")}
        for function in self.catalogue.functions:
            executable = self.binaries / function.name
            # It finds the core in the layer, because Lambda's LD_LIBRARY_PATH has the folder of layers' libraries.
            archives.zip_files(folder / f"{function.name}.zip", {"bootstrap": executable, **templates})
            self.check_glibc(function.name, executable)
        layer = self.layer()
        archives.zip_files(folder / "libraries.zip", {f"lib/{name}": path for name, path in layer.items()})
        for name, path in layer.items():
            self.check_glibc(name, path)

    def layer(self):
        """What functions share, and of this system's libraries those that provided.al2023 lacks and the bundle opens."""
        own = {path.name: path for path in self.libraries}
        lacking = () if libraries.NETWORK_LIBRARY in own else ("libpq.so.5", "libargon2.so.1")
        return own | {name: path for needed in lacking for name, path in libraries.with_dependencies(needed).items()}

    def system_packages(self):
        """Debian's packages with what an image needs besides the bundle."""
        has_network = any(path.name == libraries.NETWORK_LIBRARY for path in self.libraries)
        return ["ca-certificates", *([] if has_network else libraries.SYSTEM)]

    def check_glibc(self, name, path):
        needed = executables.glibc(path)
        if needed > executables.GLIBC_OF_LAMBDA:
            version = lambda numbers: ".".join(map(str, numbers))
            self.failures.append(
                f"{name} needs glibc {version(needed)}; provided.al2023 of Lambda has {version(executables.GLIBC_OF_LAMBDA)}")


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def checksums(folder):
    """The checksums in the format of sha256sum(1)."""
    files = [file for file in archives.files(folder) if not file.is_symlink()]
    return "".join(f"{digest(file)}  {file.relative_to(folder)}\n" for file in files)
