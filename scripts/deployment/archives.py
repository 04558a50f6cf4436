# SPDX-License-Identifier: Apache-2.0
"""Reproducible archives: the same files give the same bytes."""

import lzma
import os
import pathlib
import tarfile
import zipfile

#: The timestamp of all entries: SOURCE_DATE_EPOCH (reproducible-builds.org), or 1980, the earliest that a zip can
#: contain.
TIMESTAMP = int(os.environ.get("SOURCE_DATE_EPOCH", 315_532_800))
#: How hard xz tries.
PRESET = 9


def files(folder):
    """Files and links below a folder, in the same order on every machine."""
    return sorted(path for path in folder.rglob("*") if path.is_symlink() or path.is_file())


def tar(folder, archive):
    """Writes the folder, with its name, as a tar in xz. Its dictionary of 64 MB sees that vestibule and the core have the same
    code: gzip, which sees 32 KB, needs twice as much."""
    with lzma.open(archive, "wb", preset=PRESET) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as output:
            for path in files(folder):
                output.add(path, str(path.relative_to(folder.parent)), filter=plain)


def plain(entry):
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mtime = TIMESTAMP
    entry.mode = 0o755 if entry.mode & 0o100 else 0o644
    return entry


def zip_files(archive, content):
    """content: maps each name in the archive to the path of its file."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as output:
        for name, path in sorted(content.items()):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if os.access(path, os.X_OK) else 0o644) << 16
            output.writestr(entry, pathlib.Path(path).read_bytes())
