/**
 * The focused element, also when an element is in a shadow tree, for which the document only knows
 * the shadow host.
 */
export function activeIn(element: Element): Element | null {
  const root = element.getRootNode();
  const inside = root instanceof ShadowRoot ? root.activeElement : null;
  return inside ?? document.activeElement;
}
