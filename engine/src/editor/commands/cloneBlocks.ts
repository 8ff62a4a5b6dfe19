import { linkedHtmlIds, renameHtmlIdLinks } from '../../clipboard/htmlIdLinks.ts';
import type { Block } from '../../model/Block.ts';
import { type Point, roundLength } from '../../model/Position.ts';
import type { EditorState } from '../EditorState.ts';
import { hasTemporaryUrl, isUploading } from '../uploads.ts';

/** Copies of blocks that are not on the page yet. */
export interface Clones {
  /** In the given order, with new ids; parents among them are remapped, others are kept. */
  readonly blocks: readonly Block[];
  /** New ids by old ids. */
  readonly ids: ReadonlyMap<string, string>;
}

/** An offset in page space, in fractions of the window's width. */
export interface Shift {
  readonly dx: number;
  readonly dy: number;
}

/**
 * Copies blocks with new ids. Copies are not locked. References between copied blocks are remapped
 * to the copies. An HTML id that the page already has is dropped, because duplicates would make
 * links ambiguous; if a link among the copies points to it, that copy gets a new id (`about-2`)
 * and the links point there.
 */
export function cloneBlocks(state: EditorState, blocks: readonly Block[]): Clones {
  const ids = new Map<string, string>();
  const newIds = new Set<string>();
  for (const { uuid } of blocks) {
    const id = state.createId(newIds);
    newIds.add(id);
    ids.set(uuid, id);
  }
  const { htmlIds, anchors } = renameHtmlIds(state, blocks);
  return {
    ids,
    blocks: blocks.map((block) => {
      const { locked: _, parentUuid, ...rest } = block;
      const { htmlId: __, ...properties } = block.properties;
      const htmlId = htmlIds.get(block.uuid);
      const copy: Block = {
        ...rest,
        uuid: ids.get(block.uuid) ?? block.uuid,
        ...(parentUuid === undefined ? {} : { parentUuid: ids.get(parentUuid) ?? parentUuid }),
        properties: htmlId === undefined ? properties : { ...properties, htmlId },
      };
      return renameHtmlIdLinks(withBlockIds(state, withoutUpload(state, copy), ids), anchors);
    }),
  };
}

/**
 * A random offset to the lower right.
 *
 * @param range of each coordinate, in px at the reference width
 */
export function cloneJitter(
  state: EditorState,
  range: { readonly min: number; readonly max: number },
): Shift {
  const length = (): number =>
    (range.min + state.environment.random() * (range.max - range.min)) / state.referenceWidth;
  return { dx: length(), dy: length() };
}

/** A position with an offset. */
export function shifted<Position extends Point>(position: Position, { dx, dy }: Shift): Position {
  return { ...position, x: roundLength(position.x + dx), y: roundLength(position.y + dy) };
}

/** A placeholder that nobody is uploading any more is copied as an empty block. */
function withoutUpload(state: EditorState, block: Block): Block {
  if (!isUploading(block, state.kits) || hasTemporaryUrl(block)) return block;
  const { isUploading: _, ...content } = block.content as { readonly isUploading?: unknown };
  return { ...block, content };
}

function withBlockIds(state: EditorState, block: Block, ids: ReadonlyMap<string, string>): Block {
  const remapped = state
    .definitionOf(block)
    ?.remapIds?.(block.content, (uuid) => ids.get(uuid) ?? null);
  return remapped === undefined ? block : { ...block, content: remapped };
}

interface RenamedHtmlIds {
  /** HTML ids of the copies by block; blocks without an entry get none. */
  readonly htmlIds: ReadonlyMap<string, string>;
  /** New targets of the copies' links. */
  readonly anchors: ReadonlyMap<string, string>;
}

function renameHtmlIds(state: EditorState, blocks: readonly Block[]): RenamedHtmlIds {
  const htmlIds = new Map<string, string>();
  const anchors = new Map<string, string>();
  const named = blocks.flatMap(({ uuid, properties: { htmlId } }) =>
    htmlId ? { uuid, htmlId } : [],
  );
  if (named.length === 0) return { htmlIds, anchors };
  const usedIds = new Set<string>();
  for (const { properties } of state.blocks.values())
    if (properties.htmlId) usedIds.add(properties.htmlId);
  const ambiguous: typeof named = [];
  for (const each of named) {
    if (usedIds.has(each.htmlId)) ambiguous.push(each);
    else {
      usedIds.add(each.htmlId);
      htmlIds.set(each.uuid, each.htmlId);
    }
  }
  if (ambiguous.length === 0) return { htmlIds, anchors };
  const keptIds = new Set(htmlIds.values());
  const linked = new Set(blocks.flatMap((block) => [...linkedHtmlIds(block)]));
  for (const { uuid, htmlId } of ambiguous) {
    if (!linked.has(htmlId) || keptIds.has(htmlId) || anchors.has(htmlId)) continue;
    const newId = nextFreeId(htmlId, usedIds);
    usedIds.add(newId);
    anchors.set(htmlId, newId);
    htmlIds.set(uuid, newId);
  }
  return { htmlIds, anchors };
}

/** `about` becomes `about-2`, and `about-2` becomes `about-3`. */
function nextFreeId(htmlId: string, usedIds: ReadonlySet<string>): string {
  const [, stem = htmlId, number] = /^(.{1,180}?)(?:-(\d{1,6}))?$/.exec(htmlId.slice(0, 188)) ?? [];
  for (let next = Number(number ?? 1) + 1; ; next++) {
    const newId = `${stem}-${String(next)}`;
    if (!usedIds.has(newId)) return newId;
  }
}
