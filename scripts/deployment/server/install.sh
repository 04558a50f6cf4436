#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sets up one server, or upgrades it. It is in the root of the bundle.
set -eu
umask 022

usage() {
  cat <<'TEXT'
./install.sh [--url URL --from SENDER --policy POLICY] [--relay URL] [--database URL] [--proxy caddy|nginx]

Sets up Vestibule on this server, with systemd. Type it as root, in the folder of the release. If it has run before, it upgrades
to this release: it makes a backup, replaces /opt/vestibule, upgrades the database, and starts the service again. Your files in
/etc/vestibule stay as they are.

  --url URL        the https URL of the server: PUBLIC_URL
  --from SENDER    the sender of mails, such as 'PFA <hello@example.com>': MAIL_FROM
  --policy POLICY  a file, or the name of one in templates/policies
  --relay URL      where mails go, such as smtps://user:password@smtp.example.com. Without it, or with -, it is read from stdin,
                   and so is the key of a vendor such as resend:
  --database URL   postgresql://…, or - to read it from stdin. Without it the database is SQLite, in /var/lib/vestibule
  --proxy NAME     caddy or nginx: also writes the site that terminates TLS

The first installation needs the first three. Exits with 64 for wrong options, 69 if something is missing on the server, 78 if
the settings are wrong, 1 if a step has failed. Nothing is changed before the options and the settings were checked.
TEXT
}

prefix=/opt/vestibule
settings=/etc/vestibule
state=/var/lib/vestibule
backups=/var/backups/vestibule
user=vestibule

say() { printf '%s\n' "$*"; }
fail() { status=$1; shift; printf 'install.sh: %s\n' "$*" >&2; exit "$status"; }

# MARK: Before anything is changed

read_options() {
  url='' from='' policy='' relay=- database='' proxy=''
  while [ $# -gt 0 ]; do
    case $1 in
      -h | --help) usage; exit ;;
      --url | --from | --policy | --relay | --database | --proxy) [ $# -gt 1 ] || fail 64 "$1 has no value; see --help" ;;
      *) fail 64 "$1 is unknown; see --help" ;;
    esac
    case $1 in
      --url) url=$2 ;; --from) from=$2 ;; --policy) policy=$2 ;;
      --relay) relay=$2 ;; --database) database=$2 ;; --proxy) proxy=$2 ;;
    esac
    shift 2
  done
  case $policy in '' | /*) ;; *) if [ -f "$policy" ]; then policy=$PWD/$policy; fi ;; esac
}

check_options() {
  host_of "${url:-https://unset}" > /dev/null || fail 64 "--url is not an https URL"
  case $from in *[\"\\\$\`]* | *'
'*) fail 64 "--from has one of the characters \" \\ \$ \` or a line break" ;; esac
  case $proxy in '' | caddy | nginx) ;; *) fail 64 "--proxy is caddy or nginx" ;; esac
  case $database in '' | - | postgres://* | postgresql://*) ;; *) fail 64 "--database is not a postgresql:// URL" ;; esac
  if [ -n "$policy" ] && [ ! -f "$policy" ]; then
    policy=$PWD/templates/policies/$policy.json
    [ -f "$policy" ] || fail 64 "--policy is neither a file nor the name of one in templates/policies"
  fi
  if [ ! -e $settings/env ] && { [ -z "$url" ] || [ -z "$from" ]; }; then fail 64 "--url and --from are missing; see --help"; fi
  if [ ! -e $settings/policy.json ] && [ -z "$policy" ]; then fail 64 "--policy is missing; see --help"; fi
}

# Prints the host of an https URL.
host_of() {
  host=$(printf %s "$1" | sed -n 's|^https://\([A-Za-z0-9.-]\{1,\}\)\(:[0-9]\{1,5\}\)\{0,1\}\(/[A-Za-z0-9./_~-]*\)\{0,1\}$|\1|p')
  [ -n "$host" ] && say "$host"
}

check_server() {
  [ "$(id -u)" = 0 ] || fail 69 "type it as root"
  [ -d /run/systemd/system ] || fail 69 "this server does not run systemd"
  sha256sum --check --quiet --strict SHA256SUMS || fail 69 "the release is damaged: unpack it again"
  version=$(./bin/vestibule --version) || fail 69 "the release does not run here: it needs the processor that its name says, and glibc 2.34 or later"
  if [ -n "$proxy" ]; then command -v "$proxy" > /dev/null || fail 69 "$proxy is not installed"; fi
  if [ "$proxy" = nginx ] && [ ! -e /etc/nginx/sites-available/vestibule ]; then
    certificate=/etc/letsencrypt/live/$(site_host)/fullchain.pem
    [ -e "$certificate" ] || fail 69 "there is no certificate at $certificate: get one with certbot first"
  fi
}

# The host of the server, whether it is installed or not.
site_host() {
  if [ -e $settings/env ]; then host_of "$(sed -n 's/^PUBLIC_URL="\{0,1\}\([^"]*\)"\{0,1\}$/\1/p' $settings/env)"; else host_of "$url"; fi
}

# Secrets are not arguments, which other users can see and shells remember.
read_secrets() {
  if [ -e $settings/mail-url ]; then relay=; elif [ "$relay" = - ]; then relay=$(asked "The relay, such as smtps://user:password@smtp.example.com: "); fi
  if [ -e $settings/env ]; then database=; elif [ "$database" = - ]; then database=$(asked "The database, postgresql://user:password@host/name: "); fi
  if [ ! -e $settings/mail-url ] && [ -z "$relay" ]; then fail 64 "there is no URL of a relay"; fi
  vendor_key=
  case $relay in resend:* | sendgrid:* | mailgun:* | postmark:*) vendor_key=$(asked "The vendor's key: ") ;; esac
}

asked() {
  if [ -t 0 ]; then
    trap 'stty echo; exit 130' INT TERM
    stty -echo
    printf %s "$1" >&2
  fi
  IFS= read -r answer || true
  if [ -t 0 ]; then stty echo; say >&2; fi
  printf %s "$answer"
}

# A mail that is not sent shows whether policy, URL and sender are right.
check_settings() {
  if [ -e $settings/env ]; then return; fi
  folder=$(mktemp -d)
  wrong=$(POLICY_FILE=${policy:-$settings/policy.json} PUBLIC_URL=$url MAIL_FROM=$from \
    ./bin/vestibule mail preview invitation --out "$folder" 2>&1 > /dev/null) || { rm -r "$folder"; fail 78 "$wrong"; }
  rm -r "$folder"
}

# MARK: What an installation has

install_user() {
  install -D -m 644 systemd/vestibule.sysusers /etc/sysusers.d/vestibule.conf
  systemd-sysusers vestibule.conf
  install -d -m 750 -g $user $settings
  install -d -m 700 -o $user -g $user $state $backups
}

install_settings() {
  if [ -n "$database" ] && [ ! -e $settings/env ]; then
    printf '%s\n' "$database" | secret database-url
    head -c 32 /dev/urandom | base64 | secret secret-key
  fi
  if [ -n "$relay" ]; then printf '%s\n' "$relay" | secret mail-url; fi
  if [ -n "$vendor_key" ]; then printf '%s\n' "$vendor_key" | secret mail-api-key; fi
  if [ ! -e $settings/policy.json ]; then install -m 640 -g $user "$policy" $settings/policy.json; fi
  if [ ! -e $settings/env ]; then
    environment | secret env
    say "written: the settings in $settings"
  else
    say "kept: the settings in $settings"
  fi
}

# A file that only root can change, and only root and the service can read. Its content is on stdin.
secret() {
  if [ -e "$settings/$1" ]; then cat > /dev/null; return; fi
  install -m 640 -g $user /dev/stdin "$settings/$1.new"
  mv "$settings/$1.new" "$settings/$1"
}

# The example of the release with this server's values.
environment() {
  URL=$url FROM=$from DATABASE=$database VENDOR_KEY=$vendor_key SETTINGS=$settings awk '
    /^PUBLIC_URL=/ { print "PUBLIC_URL=" ENVIRON["URL"]; next }
    /^MAIL_FROM=/ { print "MAIL_FROM=\"" ENVIRON["FROM"] "\""; next }
    ENVIRON["DATABASE"] != "" && /^DATABASE_URL=/ { print "DATABASE_URL_FILE=" ENVIRON["SETTINGS"] "/database-url"; next }
    ENVIRON["DATABASE"] != "" && /^#SECRET_KEY_FILE=/ { sub("#", "") }
    ENVIRON["VENDOR_KEY"] != "" && /^#MAIL_API_KEY_FILE=/ { sub("#", "") }
    { print }' env
}

install_program() {
  old=
  if [ -e $prefix/SHA256SUMS ] && cmp -s SHA256SUMS $prefix/SHA256SUMS; then
    say "kept: $prefix has this release, $version"
    return
  fi
  rm -rf $prefix.new
  mkdir $prefix.new
  # Only what the release has: its folder may contain trials.
  for name in $(cut -c 67- SHA256SUMS | cut -d / -f 1 | sort -u) SHA256SUMS public vestibule; do cp -RP "$name" $prefix.new/; done
  chown -R root:root $prefix.new
  chmod -R u=rwX,go=rX $prefix.new
  if [ -e $prefix ]; then
    old=$($prefix/bin/vestibule --version 2> /dev/null) || old=unknown
    back_up
    rm -rf $prefix.old
    mv $prefix $prefix.old
  fi
  mv $prefix.new $prefix
  if [ -n "$old" ]; then say "replaced: $prefix had $old, and has $version; the old one is $prefix.old"; else say "installed: $version in $prefix"; fi
}

# Nothing has been replaced yet if this fails.
back_up() {
  file=$(sed -n 's/^DATABASE_URL=sqlite://p' $settings/env)
  if [ -n "$file" ] && [ ! -e "$file" ]; then return; fi
  script=$prefix/server/backup.sh
  [ -e $script ] || script=$prefix.new/server/backup.sh
  written=$(as_service $script $backups) || fail 1 "the backup has failed, and nothing was replaced"
  say "saved: $written"
}

# Runs a command as the service does, which cannot read every folder.
as_service() {
  # shellcheck disable=SC2016
  (cd / && HOME=$state setpriv --reuid=$user --regid=$user --init-groups sh -c 'set -a; . "$0"; set +a; exec "$@"' $settings/env "$@")
}

install_command() {
  install -D -m 755 server/vestibule.sh /usr/local/bin/vestibule
  if [ -d $prefix.old/man ]; then (cd $prefix.old/man && find . -type f) | while read -r page; do rm -f "/usr/local/share/man/$page"; done; fi
  mkdir -p /usr/local/share/man && cp -RP man/. /usr/local/share/man/
  install -D -m 644 completions/bash/vestibule /usr/share/bash-completion/completions/vestibule
  install -D -m 644 completions/zsh/_vestibule /usr/local/share/zsh/site-functions/_vestibule
  install -D -m 644 completions/fish/vestibule.fish /usr/share/fish/vendor_completions.d/vestibule.fish
  say "installed: the command vestibule, its manual pages and completions"
}

install_units() {
  units="vestibule-serve.service vestibule-backup.service vestibule-backup.timer vestibule-report.service vestibule-report.timer"
  for unit in $units; do install -D -m 644 "systemd/$unit" "/usr/local/lib/systemd/system/$unit"; done
  # node_exporter reads one folder of text files.
  if [ -d /var/lib/prometheus/node-exporter ]; then ln -sfn /run/vestibule-report/vestibule.prom /var/lib/prometheus/node-exporter/vestibule.prom; fi
  systemctl daemon-reload
}

# MARK: TLS

install_site() {
  [ -n "$proxy" ] || return 0
  host=$(site_host) || fail 78 "PUBLIC_URL in $settings/env is not an https URL"
  case $proxy in caddy) install_caddy_site ;; nginx) install_nginx_site ;; esac
  systemctl enable --quiet "$proxy.service"
  if systemctl is-active --quiet "$proxy.service"; then systemctl reload "$proxy.service"; else systemctl start "$proxy.service"; fi
  wait_for_site
}

# The first certificate takes some seconds.
wait_for_site() {
  command -v curl > /dev/null || return 0
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
    if curl -fs -o /dev/null --max-time 5 "https://$host/readyz"; then say "reached: https://$host"; return; fi
    sleep 1
  done
  say "not reached yet: https://$host. Check its name, the ports 80 and 443, and journalctl -u $proxy"
}

# Only the Caddyfile that the package brings is replaced.
install_caddy_site() {
  file=/etc/caddy/Caddyfile
  if [ -e $file ] && ! dpkg-query -W -f='${Conffiles}\n' caddy 2> /dev/null | grep -q "^ $file $(md5sum < $file | cut -d ' ' -f 1)"; then
    say "kept: $file. Unless it has it, add the site of $prefix/caddy/Caddyfile to it"
    return
  fi
  site_of caddy/Caddyfile > $file.new
  mv $file.new $file
  say "written: $file for $host"
}

install_nginx_site() {
  file=/etc/nginx/sites-available/vestibule
  if [ -e $file ]; then
    say "kept: $file"
    return
  fi
  site_of nginx/vestibule-site.conf > $file.new
  mv $file.new $file
  ln -sf $file /etc/nginx/sites-enabled/vestibule
  if ! wrong=$(nginx -t -q 2>&1); then rm $file /etc/nginx/sites-enabled/vestibule; fail 1 "$wrong"; fi
  say "written: $file for $host"
}

site_of() { sed "s/pfa[.]example[.]com/$host/g" "$1"; }

# MARK: Start

upgrade_database() {
  if ! wrong=$(as_service $prefix/bin/vestibule migrate 2>&1 > /dev/null); then
    if [ -n "$old" ]; then rm -rf $prefix.new && mv $prefix $prefix.new && mv $prefix.old $prefix; fi
    fail 1 "the database was not upgraded${old:+, and $prefix has $old again}: $wrong"
  fi
  say "upgraded: the schema of the database, if it was older"
}

start() {
  systemctl enable --quiet vestibule-serve.service vestibule-backup.timer vestibule-report.timer
  systemctl restart vestibule-serve.service
  systemctl start vestibule-backup.timer vestibule-report.timer
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
    if is_ready; then say "started: vestibule-serve, and the timers of backups and reports"; return; fi
    sleep 0.5
  done
  fail 1 "vestibule-serve is not ready: journalctl -u vestibule-serve"
}

is_ready() {
  if command -v curl > /dev/null; then curl -fs -o /dev/null http://127.0.0.1:8080/readyz; else systemctl is-active --quiet vestibule-serve.service; fi
}

report_health() {
  say
  as_service $prefix/bin/vestibule doctor || fail 1 "everything is installed, and doctor has found trouble: see above"
}

read_options "$@"
cd -- "$(dirname -- "$0")"
check_options
check_server
read_secrets
check_settings
install_user
install_settings
install_program
upgrade_database
install_command
install_units
start
install_site
report_health
