# SPDX-License-Identifier: Apache-2.0
export BUNDLED_SCHEMAS=$PWD/.build/schemas.json
scripts/bundle/schemas/schemas > "$BUNDLED_SCHEMAS"
