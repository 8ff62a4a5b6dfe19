/**
 * Runs an edit that gives the focus to the text; a popup in which the focus was gets it back, so
 * that a colour can be dragged, or its hex typed, to the end.
 */
export function keepFocusInPopup(edit: () => void): void {
  const before = document.activeElement;
  edit();
  if (!(before instanceof HTMLElement) || before === document.activeElement) return;
  if (before.closest('[role="dialog"]') !== null) before.focus({ preventScroll: true });
}
