import { editedBlockOf, type Editor } from '@cobble/engine';
import { browserTextLayouts } from '../../resources/browserTextLayouts.ts';
import { editedBlockText } from '../../text-editing/editedBlockText.ts';

/**
 * The number of lines of the text being edited, and their greatest distance from where the canvas
 * would paint them, px at the reference width.
 */
export interface EditedComparison {
  readonly lines: number;
  readonly worstX: number;
  readonly worstY: number;
}

/**
 * Compares the line boxes of the text being edited with the canvas's layout. The overlay's rotation
 * and zoom are removed for measuring, as client rectangles of rotated text are useless. Returns
 * null when no text is being edited.
 */
export function compareEdited(editor: Editor): EditedComparison | null {
  const uuid = editedBlockOf(editor.mode);
  const block = uuid === null ? undefined : editor.blocks.get(uuid);
  const overlay = document.querySelector<HTMLElement>('[data-cobble-text]');
  const text =
    block &&
    editedBlockText(block, {
      referenceWidthPx: editor.fields.settings.referenceWidth,
      texts: browserTextLayouts().layouts,
      image: () => null,
    });
  if (!overlay || !text) return null;
  const { transform } = overlay.style;
  overlay.style.transform = 'none';
  const origin = overlay.getBoundingClientRect();
  let worstX = 0;
  let worstY = 0;
  let at = 0;
  const runs = text.layout.lines.map((line) => line.runs.filter((run) => !run.isMarker));
  for (const paragraph of overlay.querySelectorAll('p,h1,h2,h3,h4')) {
    for (const rect of lineRects(paragraph)) {
      const line = text.layout.lines[at];
      const first = runs[at]?.[0];
      at += 1;
      if (!line || !first) continue;
      const x = rect.left - origin.left;
      const y = rect.top - origin.top;
      const style = first.style;
      const { ascent } = browserTextLayouts().layouts.measurer.metrics(
        `${style.italic ? 'italic ' : ''}${String(style.weight)} ${String(style.sizePx)}px "${style.family}"`,
      );
      worstX = Math.max(worstX, Math.abs(x - text.box.x - first.x));
      worstY = Math.max(worstY, Math.abs(y - (text.box.y + text.top + first.y - ascent)));
    }
  }
  overlay.style.transform = transform;
  return { lines: at, worstX, worstY };
}

/** The box of each line's first run of text. */
function lineRects(block: Element): DOMRect[] {
  const range = document.createRange();
  range.selectNodeContents(block);
  const lines: DOMRect[] = [];
  for (const rect of range.getClientRects()) {
    const last = lines.at(-1);
    if (!last || rect.left < last.left - 1 || rect.top > last.bottom - 2) lines.push(rect);
  }
  return lines;
}
