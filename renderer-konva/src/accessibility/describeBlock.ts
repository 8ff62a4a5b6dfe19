import {
  asBuiltin,
  type Block,
  CobbleError,
  type Editor,
  locksOf,
  rotationOf,
} from '@cobble/engine';
import type { Translate } from '../messages/translate.ts';

/** What descriptions for screen readers are made from. */
export interface DescriptionContext {
  readonly editor: Editor;
  readonly t: Translate;
}

/** The longest name of a block, characters. */
const MAX_NAME = 120;

/**
 * A block's accessible name: its alternative text, its text, its content, its shape, or its type. A
 * section's name is its number: 'Section 2'.
 */
export function nameOf({ editor, t }: DescriptionContext, block: Block): string {
  if (editor.sectionIds.includes(block.uuid)) return sectionName({ editor, t }, block.uuid);
  const short = textOf({ editor, t }, block).replace(/\s+/g, ' ').trim().slice(0, MAX_NAME);
  return short === '' ? (shapeName(t, block) ?? typeName(t, block)) : short;
}

/** A block's alternative or own text; '' if there is none, or if its kit cannot read its content. */
function textOf({ editor, t }: DescriptionContext, block: Block): string {
  const { type, content, altText } = block;
  const definition = editor.definitionOf(block);
  try {
    const text = altText ?? definition?.plainText(content) ?? '';
    if (text.trim() !== '' || !definition) return text;
    return t.orElse(`altText.${type}`, definition.altText(content));
  } catch (error) {
    if (error instanceof CobbleError && error.code === 'kit_invalid') return '';
    throw error;
  }
}

/** 'comment bubble' for a shape of the catalogue; null for a custom path or another type. */
function shapeName(t: Translate, block: Block): string | null {
  const shape = asBuiltin(block);
  if (shape?.type !== 'shape' || shape.content.shapeType === 'path') return null;
  const { shapeType } = shape.content;
  return t.orElse(`shape.${shapeType}`, shapeType.replaceAll('-', ' '));
}

/** A readable name of a block's type: 'sticky note'. */
export function typeName(t: Translate, { type }: Block): string {
  return t.orElse(`type.${type}`, type.replaceAll('-', ' '));
}

/**
 * A block's position, size, rotation and lock, in px at the reference width: 'Section 2, 120 from
 * the left, 48 from the top, 200 wide, 100 high, rotated 15 degrees, locked'. The top is relative
 * to its section, which is left out if it is the only one. A block in a locked group or section is
 * locked, too.
 */
export function describePosition(context: DescriptionContext, uuid: string): string {
  const { editor, t } = context;
  const box = editor.boxOf(uuid);
  const block = editor.blocks.get(uuid);
  if (!box || !block) return '';
  const section = sectionOf(editor, uuid);
  const top = section === null ? 0 : (editor.boxOf(section)?.y ?? 0);
  const px = pxIn(editor);
  const degrees = Math.round(rotationOf(block));
  return [
    section === null || editor.sectionIds.length < 2 ? null : sectionName(context, section),
    t('fromLeft', { px: px(box.x) }),
    t('fromTop', { px: px(box.y - top) }),
    t('wide', { px: px(box.width) }),
    t('high', { px: px(box.height) }),
    degrees % 360 === 0 ? null : t('rotated', { count: degrees }),
    locksOf(editor.blocks, [uuid]) === null ? null : t('isLocked'),
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/** A section's height, number of blocks and lock: '400 high, 3 blocks'. */
export function describeSectionSize({ editor, t }: DescriptionContext, uuid: string): string {
  const box = editor.boxOf(uuid);
  const count = editor.childrenOf(uuid).length;
  return [
    box ? t('high', { px: pxIn(editor)(box.height) }) : null,
    count === 0 ? t('isEmpty') : t('blockCount', { count }),
    editor.blocks.get(uuid)?.locked === true ? t('isLocked') : null,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/** 'Section 2', by its current position. */
export function sectionName({ editor, t }: DescriptionContext, uuid: string): string {
  return t('section', { number: editor.sectionIds.indexOf(uuid) + 1 });
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
