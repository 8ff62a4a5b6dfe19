import type { EditorStore } from '../stores/EditorStore.ts';

/** Distance of the menu from the selection's corner and the edges of the canvas, px. */
const INSET_PX = 24;

/**
 * Opens the context menu from the keyboard: at the selection, or in the upper middle of the canvas.
 */
export function openMenuByKey(store: EditorStore): void {
  const { view } = store;
  const frame = store.region.find('[data-cobble-canvas]')?.getBoundingClientRect();
  if (!frame) return;
  const rect = view.selectionRect;
  const within = (value: number, max: number): number => Math.max(INSET_PX, Math.min(value, max));
  store.openMenu({
    x: frame.x + within(rect ? rect.x + INSET_PX : frame.width / 2, frame.width - INSET_PX),
    y: frame.y + within(rect ? rect.y + INSET_PX : frame.height / 3, frame.height - INSET_PX),
    isTouch: false,
  });
}
