# SPDX-License-Identifier: Apache-2.0
renamed+=(--redefine-sym OPENSSL_init_ssl=vestibule_later)
objects+=("$(compile_object scripts/bundle/late-openssl/late-openssl.c)")
