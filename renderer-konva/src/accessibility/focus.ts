/**
 * The focused element in the document or, if `element` is in a shadow tree, in that tree: the
 * document then only knows the shadow host.
 */
export function activeElementIn(element: Element): Element | null {
  const root = element.getRootNode();
  const inside = root instanceof ShadowRoot ? root.activeElement : null;
  return inside ?? document.activeElement;
}

let isSilent = false;

/** Focuses an element without scrolling to it. */
export function focusSilently(element: HTMLElement): void {
  isSilent = true;
  try {
    element.focus({ preventScroll: true });
  } finally {
    isSilent = false;
  }
}

/** Whether {@link focusSilently} is moving the focus. */
export function isFocusSilent(): boolean {
  return isSilent;
}
