/**
 * Focuses the toolbar of what is being edited; from a toolbar, the next one, and after the last the
 * first.
 */
export function focusToolbar(): void {
  const bars = [...document.querySelectorAll<HTMLElement>('[role="toolbar"]')].filter((bar) =>
    bar.checkVisibility({ visibilityProperty: true }),
  );
  const isFirst = (bar: HTMLElement) => bar.dataset['cobbleBar'] === 'context';
  const order = [...bars.filter((bar) => isFirst(bar)), ...bars.filter((bar) => !isFirst(bar))];
  const at = order.findIndex((bar) => bar.contains(document.activeElement));
  for (let turn = 1; turn <= order.length; turn += 1) {
    const bar = order[(at + turn) % order.length];
    const stop = bar?.querySelector<HTMLElement>('[tabindex="0"]');
    if (!stop) continue;
    stop.focus();
    return;
  }
}
