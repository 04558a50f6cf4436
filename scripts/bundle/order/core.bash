# SPDX-License-Identifier: Apache-2.0
# Only if scripts/bench/run --order has written the names of the functions that run in an event.
if [[ -s .build/hot-functions.txt ]]; then
  options+=(--symbol-ordering-file=.build/hot-functions.txt --no-warn-symbol-ordering)
else
  echo "scripts/bundle/order: .build/hot-functions.txt is missing, so that the linker orders nothing (scripts/bench/run --order)" >&2
fi
