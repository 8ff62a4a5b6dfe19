/** What has the focus, also where an element is in a shadow tree, of which the document knows the host alone. */
export function activeIn(element: Element): Element | null {
  const root = element.getRootNode();
  const inside = root instanceof ShadowRoot ? root.activeElement : null;
  return inside ?? document.activeElement;
}
