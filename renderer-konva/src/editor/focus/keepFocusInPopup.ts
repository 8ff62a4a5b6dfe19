/**
 * Runs an edit that moves the focus to the text, and returns the focus to the popup that had it, so
 * that dragging or typing a colour can continue.
 */
export function keepFocusInPopup(edit: () => void): void {
  const before = document.activeElement;
  edit();
  if (!(before instanceof HTMLElement) || before === document.activeElement) return;
  if (before.closest('[role="dialog"]') !== null) before.focus({ preventScroll: true });
}
