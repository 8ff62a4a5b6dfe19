import { asBuiltin } from '../../blocks/builtinBlocks.ts';
import { escapeBlockLinks } from '../../blocks/escapeBlockLinks.ts';
import { withoutReplacedLink } from '../../blocks/blockLinkConflict.ts';
import { GEOMETRY } from '../../constants/geometry.ts';
import type { Block } from '../../model/Block.ts';
import { cleanHtmlId } from '../../model/htmlIds.ts';
import { copyJson, equalJson, isRecord } from '../../model/json.ts';
import type { Position } from '../../model/Position.ts';
import { type Refusal, ok, refuse, type Result } from '../../model/Result.ts';
import {
  plainFromRichText,
  type RichText,
  richTextDocSchema,
  richTextFromPlain,
} from '../../text/richText.ts';
import type { BlockPatch } from '../patches.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { growsWithText, hasMinHeight, withSetHeight } from '../textGrowth.ts';
import { withoutAutowidth, withTextSize } from '../textSize.ts';
import { unknownKey } from '../../model/unknownKey.ts';
import { refuseInvalid } from '../validate.ts';

/**
 * Applies a patch to each block, all or none. On locked blocks only `locked` can be patched. A text
 * whose content, width or font changes is fitted to the height it needs, unless the patch sets a
 * height; setting a width ends autowidth. A block that has all values already keeps its record. Notes
 * and buttons grow with their text (`withTextSize`). A link that is added inside a block's text
 * replaces the block's own link.
 */
export function updateBlocks(
  state: EditorState,
  patches: ReadonlyMap<string, BlockPatch>,
): Result<null, EditorRefusal> {
  const refused = refuseUpdate(state, patches);
  if (refused) return refused;
  const changed: Block[] = [];
  for (const [uuid, patch] of patches) {
    const previous = state.blocks.get(uuid);
    if (!previous) return refuse('unknown_block', { uuid });
    if (patch.type !== undefined && patch.type !== previous.type)
      return refuse('invalid_block', {
        uuid,
        path: 'type',
        message: 'is not the type of the block',
      });
    const unknown = unknownKey(patch, previous, state.definitionOf(previous)?.content);
    if (unknown) return refuse('invalid_block', { uuid, ...unknown });
    const merged = withoutReplacedLink(previous, patchBlock(previous, patch));
    const path = unsettablePath(previous, merged, patch);
    if (path !== null)
      return refuse('invalid_block', { uuid, path, message: 'cannot be set for this block' });
    const setsWidth = patch.position?.width !== undefined && !patch.content?.useAutowidth;
    const patched = setsWidth ? withoutAutowidth(state, merged) : merged;
    const invalid = refuseInvalid(state, patched, previous);
    if (invalid) return refuse('invalid_block', { uuid, ...invalid.details });
    const fitted = withFittedSize(state, patched, previous, patch);
    if (!(changesNothing(previous, patch) && equalJson(previous, fitted))) changed.push(fitted);
  }
  for (const block of changed) state.store.put(block);
  return ok(null);
}

/**
 * Whether a block has all values of a patch already. Unlike a comparison of the records, this ends at
 * the first value that differs, which is usually the first of the patch.
 */
function changesNothing(block: Block, patch: BlockPatch): boolean {
  const values = patch as Readonly<Record<string, unknown>>;
  // Without `Object.entries`, whose arrays take a tenth of the time of an update.
  for (const name of Object.keys(values)) {
    const value = values[name];
    const current: unknown = Reflect.get(block, name);
    if (!isRecord(value)) {
      if (!equalJson(current, value)) return false;
    } else if (!hasValues(current, value)) return false;
  }
  return true;
}

/** Whether a record has these values. */
function hasValues(record: unknown, values: Readonly<Record<string, unknown>>): boolean {
  for (const key of Object.keys(values))
    if (!equalJson(isRecord(record) ? record[key] : undefined, values[key])) return false;
  return true;
}

/** A text keeps the height that a patch sets; for a block that grows, it is the minimum height. */
function withFittedSize(
  state: EditorState,
  patched: Block,
  previous: Block,
  patch: BlockPatch,
): Block {
  if (patch.position?.height === undefined) return withTextSize(state, patched, previous);
  const grows = growsWithText(state, patched);
  if (!grows && !hasMinHeight(state, patched)) return patched;
  const { referenceWidth } = state;
  const resized = withSetHeight(patched, previous, { referenceWidth });
  return grows ? withTextSize(state, resized, previous) : resized;
}

/**
 * Replaces a block's text: rich text in a text block (a string becomes paragraphs), plain text in
 * buttons and notes, and `content.text` in custom blocks.
 */
export function writeText(
  state: EditorState,
  uuid: string,
  text: RichText | string,
): Result<null, EditorRefusal> {
  const block = state.blocks.get(uuid);
  if (!block) return refuse('unknown_block', { uuid });
  // A text block's schema validates the document; others store its plain text only.
  const copy = copyText(text);
  if (copy === null || (block.type !== 'text' && !isText(copy)))
    return refuse('invalid_block', { uuid, path: 'content.text', message: 'must be text' });
  return updateBlocks(state, new Map([[uuid, { content: contentWith(block, copy) }]]));
}

/** A copy that the caller cannot change. Null if it is not JSON, or a getter threw. */
function copyText(text: unknown): RichText | string | null {
  try {
    return copyJson(text) as RichText | string | null;
  } catch {
    return null;
  }
}

function isText(text: RichText | string): boolean {
  return typeof text === 'string' || richTextDocSchema.safeParse(text).success;
}

function contentWith(block: Block, text: RichText | string): Readonly<Record<string, unknown>> {
  const builtin = asBuiltin(block);
  if (builtin?.type === 'text')
    return { text: typeof text === 'string' ? richTextFromPlain(text) : text };
  const plain = typeof text === 'string' ? text : plainFromRichText(text);
  if (builtin?.type === 'rich-button')
    return { richButtonText: { ...builtin.content.richButtonText, text: plain } };
  if (builtin?.type === 'sticky-note')
    return { stickyNoteText: { ...builtin.content.stickyNoteText, text: plain } };
  return { text: plain };
}

/**
 * Merges a patch into a block, `position`, `properties`, `styles`, `content` and `source` one level
 * deep; undefined removes a key. Links are escaped. Sizes are at least the minimum. Sections keep
 * their position and rotation, groups their rotation.
 */
export function patchBlock(block: Block, given: BlockPatch): Block {
  const patch = escapeBlockLinks(block.type, given);
  const next: Record<string, unknown> = { ...block };
  const htmlId = patch.properties?.htmlId;
  if (patch.position) next.position = patchPosition(block, patch.position);
  if (patch.properties)
    next.properties = {
      ...merge(block.properties, patch.properties),
      ...(htmlId !== undefined && { htmlId: cleanHtmlId(htmlId) }),
    };
  if (patch.styles) next.styles = merge(block.styles, patch.styles);
  if (patch.content) next.content = merge(block.content, patch.content);
  if (patch.source) next.source = merge(block.source ?? {}, patch.source);
  for (const key of ['altText', 'locked', 'source'] as const) {
    if (!(key in patch)) continue;
    if (patch[key] === undefined) Reflect.deleteProperty(next, key);
    else if (key !== 'source') next[key] = patch[key];
  }
  return next as unknown as Block;
}

/**
 * Returns the path of a patched position field that cannot be set: the position of a section, the
 * rotation of a group, and the size of a group that fits its contents. Null if there is none or the
 * values are unchanged.
 */
function unsettablePath(previous: Block, merged: Block, { position }: BlockPatch): string | null {
  if (!position || previous.type !== 'group') return null;
  const { background, border } = merged.styles;
  const isCard = background !== undefined || border !== undefined;
  const fixedFields: readonly (keyof typeof position)[] =
    previous.parentUuid === undefined
      ? ['rotationDeg', 'x', 'y']
      : ['rotationDeg', ...(isCard ? [] : (['width', 'height'] as const))];
  const key = fixedFields.find(
    (each) => position[each] !== undefined && position[each] !== previous.position[each],
  );
  return key === undefined ? null : `position.${key}`;
}

function merge<Part extends object>(into: Part, patch: object): Part {
  const merged = { ...into };
  assignPatch(merged, patch);
  return merged;
}

/** What every position has: an application may pass on optional values of its own. */
const REQUIRED = new Set(['x', 'y', 'width', 'height', 'rotationDeg', 'zIndex']);

/**
 * Sets the values of a patch in a record, and removes those that are undefined.
 *
 * @param required keys that stay as they are if they are undefined
 */
function assignPatch(record: object, patch: object, required?: ReadonlySet<string>): void {
  const into = record as Record<string, unknown>;
  const values = patch as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(values)) {
    const value = values[key];
    if (value === undefined && required?.has(key)) continue;
    if (value === undefined) Reflect.deleteProperty(into, key);
    // JSON has no -0.
    else into[key] = value === 0 ? 0 : value;
  }
}

/**
 * Copies the position once: Node 20 gives each copy of a copy a hidden class of its own, and everything
 * that reads positions becomes slow.
 */
function patchPosition(block: Block, patch: NonNullable<BlockPatch['position']>): Position {
  const previous = block.position;
  const position: { -readonly [Key in keyof Position]: Position[Key] } = { ...previous };
  assignPatch(position, patch, REQUIRED);
  const min = GEOMETRY.minBlockDimension;
  position.width = Math.max(min, position.width);
  position.height = Math.max(min, position.height);
  if (block.parentUuid === undefined) {
    position.x = previous.x;
    position.y = previous.y;
  }
  if (block.type === 'group' || block.parentUuid === undefined)
    position.rotationDeg = previous.rotationDeg;
  return position;
}

/** The blocks whose locks prevent their update: all but those that are only locked or unlocked. */
function lockCheckedIds(
  { blocks }: EditorState,
  patches: ReadonlyMap<string, BlockPatch>,
): readonly string[] {
  const uuids = [...patches.keys()];
  for (const patch of patches.values())
    if ('locked' in patch)
      return uuids.filter((uuid) => !blocks.has(uuid) || !setsOnlyLock(patches.get(uuid)));
  return uuids;
}

function setsOnlyLock(patch: BlockPatch = {}): boolean {
  return 'locked' in patch && Object.keys(patch).every((key) => key === 'locked' || key === 'type');
}

function refuseUpdate(
  state: EditorState,
  patches: ReadonlyMap<string, BlockPatch>,
): Refusal<EditorRefusal> | null {
  const locked = refuseLocked(state, lockCheckedIds(state, patches));
  if (locked) return locked;
  let htmlIds = 0;
  for (const [uuid, { content, properties }] of patches) {
    if (properties?.htmlId) htmlIds += 1;
    if (!content || !('useAutosize' in content || 'useAutowidth' in content)) continue;
    const block = state.blocks.get(uuid);
    if (block && !state.definitionOf(block)?.capabilities.autosizes)
      return refuse('autowidth_needs_text', { uuid });
  }
  return htmlIds > 1 ? refuse('html_id_needs_one_block') : null;
}
