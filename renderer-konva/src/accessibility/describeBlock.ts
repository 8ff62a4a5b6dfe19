import { asBuiltin, type Block, type Editor, rotationOf } from '@cobble/engine';

const MAX_NAME = 120;

/**
 * A block's accessible name: its alternative text, its text, its content, its shape, or its type.
 */
export function nameOf(editor: Editor, block: Block): string {
  const section = editor.sectionIds.indexOf(block.uuid);
  if (section >= 0) return `Section ${String(section + 1)}`;
  const definition = editor.definitionOf(block.type);
  const words = block.altText ?? definition?.plainText(block.content) ?? '';
  const own = words.trim() === '' ? (definition?.altText(block.content) ?? '') : words;
  const short = own.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME);
  return short === '' ? (shapeName(block) ?? typeName(block)) : short;
}

/** 'comment bubble' for a shape of the catalogue; null for a custom path. */
function shapeName(block: Block): string | null {
  const shape = asBuiltin(block);
  if (shape?.type !== 'shape' || shape.content.shapeType === 'path') return null;
  return shape.content.shapeType.replaceAll('-', ' ');
}

/** A readable name of a block's type: 'sticky note'. */
export function typeName(block: Block): string {
  if (block.type === 'rich-button') return 'button';
  if (block.type === 'gif') return 'GIF';
  return block.type.replaceAll('-', ' ');
}

/**
 * A block's position, size, rotation and lock, in px at the reference width: 'Section 2, 120 from
 * the left, 48 from the top, 200 wide, 100 high, rotated 15 degrees, locked'. The top is relative
 * to its section.
 */
export function describePosition(editor: Editor, uuid: string): string {
  const box = editor.boxOf(uuid);
  const block = editor.blocks.get(uuid);
  if (!box || !block) return '';
  const section = sectionOf(editor, uuid);
  const top = section === null ? 0 : (editor.boxOf(section)?.y ?? 0);
  const px = pxIn(editor);
  const deg = Math.round(rotationOf(block));
  return [
    section === null || editor.sectionIds.length < 2 ? null : sectionName(editor, section),
    `${px(box.x)} from the left`,
    `${px(box.y - top)} from the top`,
    `${px(box.width)} wide`,
    `${px(box.height)} high`,
    deg % 360 === 0 ? null : `turned ${String(deg)} degrees`,
    block.locked === true ? 'locked' : null,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/** A section's height and number of blocks: '400 high, 3 blocks'. */
export function describeSectionSize(editor: Editor, uuid: string): string {
  const box = editor.boxOf(uuid);
  const count = editor.childrenOf(uuid).length;
  const high = box ? `${pxIn(editor)(box.height)} high, ` : '';
  const blocks = count === 0 ? 'empty' : `${String(count)} ${count === 1 ? 'block' : 'blocks'}`;
  const locked = editor.blocks.get(uuid)?.locked === true ? ', locked' : '';
  return high + blocks + locked;
}

/** 'Section 2', by its current position. */
export function sectionName(editor: Editor, uuid: string): string {
  return `Section ${String(editor.sectionIds.indexOf(uuid) + 1)}`;
}

/** The section of a block, directly or through groups; null for a section. */
export function sectionOf(editor: Editor, uuid: string): string | null {
  const seen = new Set<string>();
  let at = editor.blocks.get(uuid)?.parentUuid;
  let found: string | null = null;
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    found = at;
    at = editor.blocks.get(at)?.parentUuid;
  }
  return found;
}

/** Converts units to whole px at the reference width. */
export function pxIn(editor: Editor): (units: number) => string {
  const { referenceWidth } = editor.fields.settings;
  return (units) => String(Math.round(units * referenceWidth));
}
