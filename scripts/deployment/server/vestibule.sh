#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The operators' command, with the variables and as the user of the service. As root it would create files that the
# service cannot write. The audit log names who typed sudo.
set -eu
if [ "$(id -u)" != 0 ]; then exec sudo "$0" "$@"; fi
export HOME=/var/lib/vestibule
exec setpriv --reuid=vestibule --regid=vestibule --init-groups \
  sh -c 'set -a; . /etc/vestibule/env; set +a; exec /opt/vestibule/bin/vestibule "$@"' vestibule "$@"
