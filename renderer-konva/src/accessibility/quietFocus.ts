let isQuiet = false;

/** Focuses an element without scrolling or selecting. */
export function focusQuietly(element: HTMLElement): void {
  isQuiet = true;
  try {
    element.focus({ preventScroll: true });
  } finally {
    isQuiet = false;
  }
}

/** Whether {@link focusSilently} is moving the focus. */
export function isFocusQuiet(): boolean {
  return isQuiet;
}
