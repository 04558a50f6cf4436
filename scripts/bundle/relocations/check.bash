# SPDX-License-Identifier: Apache-2.0
relative=$(readelf --relocs --wide "$file" | grep -c _RELATIV || true)
if [[ $name == lib/* ]] && ((relative > 0)); then fail "$name has $relative relocations that are not packed"; fi
