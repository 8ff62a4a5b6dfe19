#!/bin/sh
# Starts COBBLE_CHROMIUM for tests, without the popups of its address bar: Chromium loads two pages
# for them in each new window, which takes twice the processor time of the window itself. These
# features are added to Playwright's own list, since Chromium reads only the last list.
for argument; do
  shift
  case $argument in
    --disable-features=*) set -- "$@" "$argument,WebUIOmniboxPopup,WebUIOmniboxAimPopup" ;;
    *) set -- "$@" "$argument" ;;
  esac
done
exec "$COBBLE_CHROMIUM" "$@"
