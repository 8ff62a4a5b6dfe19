import type { EditorStore } from '../stores/EditorStore.ts';

/** How far inside the selection's corner the menu opens, px. */
const INTO = 24;

/** Opens the context menu by a key: at the selection, or in the middle of the canvas. */
export function openMenuByKey(store: EditorStore): void {
  const { view } = store;
  const frame = document.querySelector('[data-cobble-canvas]')?.getBoundingClientRect();
  if (!frame) return;
  const rect = view.selectionRect;
  const within = (value: number, most: number): number => Math.max(INTO, Math.min(value, most));
  store.openMenu({
    x: frame.x + within(rect ? rect.x + INTO : frame.width / 2, frame.width - INTO),
    y: frame.y + within(rect ? rect.y + INTO : frame.height / 3, frame.height - INTO),
    isTouch: false,
  });
}
