import {
  asBuiltin,
  CobbleError,
  type Block,
  type BlockPatch,
  type Editor,
  type EditorRefusal,
  type Kit,
  type Result,
  ok,
  refuse,
} from '@cobble/engine';
import { EditorState } from 'prosemirror-state';
import { checkEditor } from '../checkEditorProp.ts';
import { checkTextStylePatch, patchRange } from './TextStylePatch.ts';
import { richDoc, richTextOf } from './textSchemas.ts';
import type { TextStylePatch } from './TextStylePatch.ts';

/**
 * Changes the style of the whole text of blocks, as one edit. Properties that a block has for its
 * whole text (font, size, colour, line height, alignment) are set on the block, so that they apply
 * to empty lines too, and marks that would override them are removed. Only text blocks, rich
 * buttons and sticky notes are changed; the latter two ignore styles that they do not have, such as
 * italic.
 *
 * @param uuids blocks, or the id of a single one
 * @returns the engine's refusal, for instance when a block is locked; `input_invalid` for a misspelt
 *   style and for one of the wrong type or that no text can have, and `unknown_block` for an id that
 *   is not on the page
 * @throws CobbleError `input_invalid` (details: `path`) unless given an editor
 */
export function applyTextStyle(
  editor: Editor<Kit>,
  uuids: Iterable<string> | string,
  patch: TextStylePatch,
): Result<null, EditorRefusal> {
  checkEditor(editor);
  const patches = new Map<string, BlockPatch>();
  const problem = problemOf(patch);
  if (problem) return refuse('input_invalid', problem);
  const ids: Iterable<string> | null = typeof uuids === 'string' ? [uuids] : uuids;
  if (typeof (ids as Partial<Iterable<string>> | null)?.[Symbol.iterator] !== 'function')
    return refuse('input_invalid', { path: 'uuids', message: 'must be block ids' });
  for (const uuid of ids) {
    const block = editor.blocks.get(uuid);
    if (!block) return refuse('unknown_block', { uuid });
    const own = blockPatchOf(block, patch);
    if (own) patches.set(uuid, own);
  }
  return patches.size === 0 ? ok(null) : editor.updateEach(patches);
}

/** What is wrong with a patch, as the details of a refusal. */
function problemOf(patch: TextStylePatch): { path: string; message: string } | null {
  try {
    checkTextStylePatch(patch);
    return null;
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    const path = String(error.details.path);
    return { path, message: error.message.slice(path.length + 1) };
  }
}

function blockPatchOf(block: Block, patch: TextStylePatch): BlockPatch | null {
  const builtin = asBuiltin(block);
  switch (builtin?.type) {
    case 'text': {
      const { family, sizePx, color, align, lineHeight, bold, italic } = patch;
      const { isBold, isItalic } = builtin.content;
      return {
        content: {
          text: restyle(builtin.content.text, patch),
          ...(isBold && bold === false ? { isBold: false } : {}),
          ...(isItalic && italic === false ? { isItalic: false } : {}),
          ...(family === undefined ? {} : { font: family }),
          ...(sizePx === undefined ? {} : { fontSize: sizePx }),
          ...(color === undefined ? {} : { color }),
          ...(align === undefined ? {} : { textAlign: align }),
        },
        ...(lineHeight === undefined ? {} : { styles: { lineHeight } }),
      };
    }
    case 'rich-button': {
      const { align, bold, ...rest } = common(patch);
      return {
        content: {
          richButtonText: {
            ...builtin.content.richButtonText,
            ...rest,
            ...(bold === undefined ? {} : { bold }),
            ...(align === undefined || align === 'justify' ? {} : { align }),
          },
        },
      };
    }
    case 'sticky-note': {
      const { bold: _, ...rest } = common(patch);
      return { content: { stickyNoteText: { ...builtin.content.stickyNoteText, ...rest } } };
    }
    default:
      return null;
  }
}

/** A patch with the property names of buttons and notes. */
function common({ family, sizePx, color, align, bold }: TextStylePatch) {
  return {
    ...(family === undefined ? {} : { font: family }),
    ...(sizePx === undefined ? {} : { size: sizePx }),
    ...(color === undefined ? {} : { color }),
    ...(align === undefined ? {} : { align }),
    ...(bold === undefined ? {} : { bold }),
  };
}

function restyle(
  text: Parameters<typeof richDoc>[0],
  patch: TextStylePatch,
): ReturnType<typeof richTextOf> {
  const doc = richDoc(text);
  const { family, sizePx, color, lineHeight, align, ...marks } = patch;
  const transaction = EditorState.create({ doc }).tr;
  const { marks: types } = doc.type.schema;
  const end = doc.content.size;
  patchRange(transaction, 0, end, marks);
  if (family !== undefined) transaction.removeMark(0, end, types.font_family);
  if (color !== undefined) transaction.removeMark(0, end, types.color);
  if (lineHeight !== undefined) transaction.removeMark(0, end, types.line_height);
  if (sizePx !== undefined) transaction.removeMark(0, end, types.font_size);
  transaction.doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    // A heading has its own size, which only a mark overrides.
    if (sizePx !== undefined && node.type.name === 'heading' && types.font_size)
      transaction.addMark(
        position + 1,
        position + 1 + node.content.size,
        types.font_size.create({ sizePx }),
      );
    if (align !== undefined && node.attrs.textAlign !== null)
      transaction.setNodeMarkup(position, undefined, { ...node.attrs, textAlign: null });
    return false;
  });
  return richTextOf(transaction.doc);
}
