import { type CopiedBlocks, makeCopiedBlocks } from '../../clipboard/clipboardText.ts';
import { readingOrderIds } from '../../layout/readingOrderIds.ts';
import { type Block, isSection } from '../../model/Block.ts';
import { isRtlLanguage } from '../../model/language.ts';
import type { EditorState } from '../EditorState.ts';
import { withPosition } from '../blockPosition.ts';
import { byPaintOrder } from './duplicateBlocks.ts';

/**
 * Blocks and their descendants for the system clipboard, in z-order. Blocks that are being uploaded,
 * here or by others in the room, are left out: they have no file yet. Null if nothing remains.
 */
export function copyBlocks(state: EditorState, uuids: Iterable<string>): CopiedBlocks | null {
  const roots = new Set(byPaintOrder(state, state.layout.rootsOf(uuids)));
  const blocks = state.layout
    .withDescendants(roots)
    .filter((block) => !state.uploads.isRunning(block));
  if (blocks.length === 0) return null;
  const content = {
    pageID: state.store.fields.ID,
    referenceWidth: state.referenceWidth,
    blocks: blocks.map((block) => {
      const box =
        roots.has(block.uuid) && !isSection(block) ? state.layout.boxOf(block.uuid) : null;
      return box ? withPosition(block, { x: box.x, y: box.y }) : block;
    }),
  };
  return makeCopiedBlocks(content, textOf(state, blocks));
}

/** The text of blocks in reading order, one or more lines for each block with text. */
function textOf(state: EditorState, blocks: readonly Block[]): string {
  const texts = new Map<string, string>();
  for (const block of blocks) {
    const text = state.definitionOf(block)?.plainText(block.content).trim() ?? '';
    if (text !== '') texts.set(block.uuid, text);
  }
  if (texts.size < 2) return [...texts.values()].join('');
  const rtl = isRtlLanguage(state.store.fields.settings.lang);
  const read = (uuid: string): readonly string[] => [
    ...(texts.has(uuid) ? [texts.get(uuid) ?? ''] : []),
    ...readingOrderIds(state.blocks.get(uuid), state.layout.childrenOf(uuid), rtl).flatMap(read),
  ];
  return state.layout.sectionIds.flatMap(read).join('\n');
}
