import { asBuiltin } from '../../blocks/builtinBlocks.ts';
import type { Block } from '../../model/Block.ts';
import { refuse, type Result } from '../../model/Result.ts';
import type { RichText, RichTextNode } from '../../text/richText.ts';
import type { TextAlign } from '../../text/richTextSchema.ts';
import { textStyleOf } from '../../blocks/textStyleOf.ts';
import type { BlockPatch } from '../patches.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { updateBlocks } from './updateBlocks.ts';

const CYCLE: readonly TextAlign[] = ['left', 'center', 'right', 'justify'];

/**
 * Switches text alignment: left, centre, right, justified, and around again. All blocks get the
 * alignment that follows the first one's. With a rich button among them, justified is skipped.
 * Blocks without text are skipped.
 */
export function cycleTextAlign(
  state: EditorState,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const blocks = [...uuids].flatMap((uuid) => state.blocks.get(uuid) ?? []);
  const aligned = blocks.filter((block) => alignOf(state, block) !== null);
  const [first] = aligned;
  if (!first) return refuse('nothing_selected');
  let next = after(alignOf(state, first) ?? 'left');
  if (next === 'justify' && aligned.some((block) => block.type === 'rich-button'))
    next = after(next);
  const patches = new Map<string, BlockPatch>();
  for (const block of aligned) patches.set(block.uuid, { content: withAlign(block, next) });
  return updateBlocks(state, patches);
}

function after(align: TextAlign): TextAlign {
  return CYCLE[(CYCLE.indexOf(align) + 1) % CYCLE.length] ?? 'left';
}

function alignOf(state: EditorState, block: Block): TextAlign | null {
  const style = textStyleOf(block, state.referenceWidth);
  const builtin = asBuiltin(block);
  if (builtin?.type !== 'text') return style?.align ?? null;
  return paragraphAlign(builtin.content.text) ?? style?.align ?? null;
}

/** The alignment of the first paragraph that sets one. */
function paragraphAlign(node: RichTextNode): TextAlign | null {
  const ownAlign = node.attrs?.textAlign;
  if (ownAlign !== undefined && ownAlign !== null) return ownAlign as TextAlign;
  for (const child of node.content ?? []) {
    const found = paragraphAlign(child);
    if (found) return found;
  }
  return null;
}

function withAlign(block: Block, align: TextAlign): Readonly<Record<string, unknown>> {
  const builtin = asBuiltin(block);
  switch (builtin?.type) {
    case 'text':
      return { textAlign: align, text: withoutAlign(builtin.content.text) };
    case 'rich-button':
      return { richButtonText: { ...builtin.content.richButtonText, align } };
    case 'sticky-note':
      return { stickyNoteText: { ...builtin.content.stickyNoteText, align } };
    default:
      return {};
  }
}

/** A document whose paragraphs use the block's alignment. */
function withoutAlign(document: RichText): RichText {
  const visit = (node: RichTextNode): RichTextNode => ({
    ...node,
    ...(node.attrs?.textAlign !== undefined && { attrs: { ...node.attrs, textAlign: null } }),
    ...(node.content && { content: node.content.map(visit) }),
  });
  return { ...visit(document), type: 'doc' };
}
