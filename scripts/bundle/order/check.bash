# SPDX-License-Identifier: Apache-2.0
# At least seven of ten listed functions follow each other in the order of the list (82 % in a bundle with the list, 51 % in one
# without). Merged functions and those with other names follow elsewhere.
if [[ $name == lib/libvestibule.so && -s .build/hot-functions.txt ]]; then
  ordered=$(nm "$scratch/core/lib/libvestibule.so" | awk '
    NR == FNR { place[$3] = $1; next }
    $1 in place { if (count++ && place[$1] >= last) ascending++; last = place[$1] }
    END { print int(100 * ascending / (count > 1 ? count - 1 : 1)) }' - .build/hot-functions.txt)
  ((ordered >= 70)) || fail "$ordered % of the functions of .build/hot-functions.txt are in its order: the bundle was linked without it"
fi
