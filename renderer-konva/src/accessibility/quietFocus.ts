let isQuiet = false;

/** Gives the focus to an element without anything being scrolled or selected for it. */
export function focusQuietly(element: HTMLElement): void {
  isQuiet = true;
  try {
    element.focus({ preventScroll: true });
  } finally {
    isQuiet = false;
  }
}

/** Whether the focus is just being given by {@link focusQuietly}. */
export function isFocusQuiet(): boolean {
  return isQuiet;
}
