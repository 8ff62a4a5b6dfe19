import type { EditorStore } from '../stores/EditorStore.ts';

/**
 * Focuses the toolbar of what is being edited, or the first toolbar if there is none. If a toolbar
 * has the focus already, focuses the next one, and after the last one the first. Scrolls to the
 * selection if it is out of view, because the toolbar is beside it.
 */
export function focusToolbar({ region, view }: EditorStore): void {
  const all = region.root?.querySelectorAll<HTMLElement>('[role="toolbar"]') ?? [];
  const bars = [...all].filter((bar) => bar.checkVisibility({ visibilityProperty: true }));
  const isFirst = (bar: HTMLElement) => bar.dataset['cobbleBar'] === 'context';
  const order = [...bars.filter((bar) => isFirst(bar)), ...bars.filter((bar) => !isFirst(bar))];
  const at = order.findIndex((bar) => bar.contains(document.activeElement));
  for (let step = 1; step <= order.length; step += 1) {
    const bar = order[(at + step) % order.length];
    const stop = bar?.querySelector<HTMLElement>('[tabindex="0"]');
    if (!bar || !stop) continue;
    stop.focus();
    if (isFirst(bar) && !view.isSelectionInView) view.showSelection();
    return;
  }
}
