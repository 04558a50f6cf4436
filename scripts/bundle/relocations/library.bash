# SPDX-License-Identifier: Apache-2.0
# Both libraries have their relocations packed.
objects+=("$(compile_object scripts/bundle/relocations/relocations.c)")
options+=(--pack-dyn-relocs=relr --use-android-relr-tags -init=apply_relocations)
