# SPDX-License-Identifier: Apache-2.0
source scripts/bundle/relocations/library.bash
