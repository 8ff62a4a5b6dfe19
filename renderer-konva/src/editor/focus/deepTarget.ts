/**
 * The element that an event is for, also in an open shadow tree, such as the text field of a web
 * component: outside of the tree, `event.target` is the component.
 */
export function deepTarget(event: Event): EventTarget | null {
  return event.composedPath()[0] ?? event.target;
}

/** The element with the focus, also in an open shadow tree. */
export function deepActiveElement(): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}
