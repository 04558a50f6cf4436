# SPDX-License-Identifier: Apache-2.0
# The tricks of the compiler, linker and loader are the folders next to this file. A step of the build (compile, core, network)
# and scripts/check-linkage (check) source the files of that name. They read `scratch`, `work` and `folder`, and add to
# `compiled` (options of the compiler), `options` (of the linker), `objects` and `renamed` (functions); a check reads `file` and
# `name`, and calls `fail`. PLAIN=1 leaves out all tricks, WITHOUT="order schemas" those.

# Where the objects for release are, and in core/ the core with its symbols.
scratch=.build/static
if [[ "${PLAIN:-}" == 1 ]]; then scratch=.build/plain; fi

is_left_out() { [[ "${PLAIN:-}" == 1 || " ${WITHOUT:-} " == *" $1 "* ]]; }

# apply STEP
apply() {
  local trick
  for trick in scripts/bundle/*/; do
    if [[ -e $trick$1.bash ]] && ! is_left_out "$(basename "$trick")"; then source "$trick$1.bash"; fi
  done
}

# compile_object SOURCE: compiles a C file and prints the path of the object.
compile_object() {
  local object
  object=$work/$(basename "$1" .c).o
  clang -O2 -fPIC -Wall -Wextra -Werror -c -o "$object" "$1"
  echo "$object"
}
