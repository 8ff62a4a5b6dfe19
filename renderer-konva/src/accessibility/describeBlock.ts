import type { Block, Editor } from '@cobble/engine';

const MAX_NAME = 120;

/** What a screen reader calls a block: its alternative text, its words, what it is, or its type. */
export function nameOf(editor: Editor, block: Block): string {
  const definition = editor.definitionOf(block.type);
  const words = block.altText ?? definition?.plainText(block.content) ?? '';
  const own = words.trim() === '' ? (definition?.altText(block.content) ?? '') : words;
  const short = own.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME);
  return short === '' ? typeName(block) : short;
}

/** A block's type in words: 'sticky note'. */
export function typeName(block: Block): string {
  return block.type.replaceAll('-', ' ');
}

/** Where a block stands, in px at the reference width: '120 from the left, 48 from the top'. */
export function placeInWords(editor: Editor, uuid: string): string {
  const box = editor.boxOf(uuid);
  if (!box) return '';
  const px = (units: number): string =>
    String(Math.round(units * editor.fields.settings.referenceWidth));
  return `${px(box.x)} from the left, ${px(box.y)} from the top, ${px(box.width)} wide, ${px(box.height)} high`;
}
