#!/bin/sh
# Prints the path of a Chromium; one without windows is best, for it starts pages twice as fast.
# With `install` it puts one on this machine where there is none.
set -eu

found() {
  for name in ${SINGSING_CHROMIUM:-chromium-headless-shell chromium chromium-browser google-chrome}; do
    command -v "$name" && return
  done
  return 1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

installed() {
  command -v apt-get && as_root true || return 1
  as_root apt-get update --quiet
  for package in chromium-headless-shell chromium; do
    as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install --quiet --yes --no-install-recommends "$package" fonts-dejavu-core && return
  done
}

found && exit
if [ "${1:-}" = install ]; then
  installed >&2 || true
  found && exit
fi
echo "No Chromium here: install the package chromium-headless-shell, or name a program in SINGSING_CHROMIUM." >&2
exit 1
