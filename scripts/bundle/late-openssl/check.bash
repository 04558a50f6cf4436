# SPDX-License-Identifier: Apache-2.0
# objcopy does not complain about a name that the archive does not have.
if [[ $name == lib/libvestibule-network.so ]]; then
  late=$(nm .build/network/libvestibule-network.so | grep -c ' vestibule_later$' || true)
  ((late == 1)) || fail "$name calls OPENSSL_init_ssl at the start of libcurl"
fi
