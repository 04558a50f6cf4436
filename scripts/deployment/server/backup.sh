#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes a backup of the database, and removes old ones.
set -eu
umask 077

usage() {
  cat <<'TEXT'
backup.sh FOLDER [KEEP]

Copies the database of DATABASE_URL into a folder, prints the copy's path, and removes all but the newest KEEP copies (14). It runs
with the variables and as the user of the functions. PostgreSQL needs pg_dump, at least as new as the server.
TEXT
}

case ${1:-} in
  -h | --help) usage && exit ;;
  '') usage >&2 && exit 64 ;;
esac
folder=$1 keep=${2:-14}
url=${DATABASE_URL:-$(cat "$DATABASE_URL_FILE")}
name=vestibule-$(date -u +%Y%m%dT%H%M%SZ)

# Decodes percent-encoded bytes.
decoded() {
  TEXT=$1 LC_ALL=C awk 'BEGIN {
    text = ENVIRON["TEXT"]
    hex = "0123456789abcdef"
    while (match(text, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
      high = index(hex, tolower(substr(text, RSTART + 1, 1))) - 1
      low = index(hex, tolower(substr(text, RSTART + 2, 1))) - 1
      printf "%s%c", substr(text, 1, RSTART - 1), high * 16 + low
      text = substr(text, RSTART + 3)
    }
    printf "%s", text
  }'
}

case $url in
  sqlite:*)
    copy=$folder/$name.db
    "${0%/*}/../bin/vestibule" backup "$copy" > /dev/null 2> "$folder/.errors" || { status=$?; cat "$folder/.errors" >&2; exit $status; }
    rm "$folder/.errors"
    ;;
  *)
    copy=$folder/$name.dump
    # The password is a variable, because other users can see arguments.
    password=$(decoded "$(printf %s "$url" | sed -n 's|^[a-z]*://[^/?#@:]*:\([^/?#@]*\)@.*|\1|p')")
    if [ -n "$password" ]; then export PGPASSWORD="$password"; fi
    place=$(printf %s "$url" | sed 's|^\([a-z]*://[^/?#@:]*\):[^/?#@]*@|\1@|')
    rm -f "$folder"/.partial-*
    pg_dump --format=custom --no-password --file="$folder/.partial-$name" --dbname="$place"
    mv "$folder/.partial-$name" "$copy"
    ;;
esac

find "$folder" -maxdepth 1 -type f -name 'vestibule-*' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -f "$old"; done
printf '%s\n' "$copy"
