# SPDX-License-Identifier: Apache-2.0
# Only if scripts/bench/run --order has written the names of the functions that run in an event.
if [[ -s .build/hot-functions.txt ]]; then
  options+=(--symbol-ordering-file=.build/hot-functions.txt --no-warn-symbol-ordering)
fi
