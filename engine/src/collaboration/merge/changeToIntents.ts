import { isTemporaryUrl } from '../../links/assetUrl.ts';
import type { Block } from '../../model/Block.ts';
import {
  type BlockEdit,
  editBetween,
  isEmptyEdit,
  isTextPath,
  placementOf,
} from '../../model/blockEdit.ts';
import type { Change } from '../../model/Change.ts';
import { equalJson } from '../../model/json.ts';
import { isEditableField } from '../../model/Page.ts';
import { MAX_LENGTH, roundLength } from '../../model/Position.ts';
import { diffValues, type ValueEdit } from '../../model/values.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import { parentsFirst } from '../page/pagePatch.ts';
import { cornerInSection, groupOrderOf } from '../page/pageGeometry.ts';
import {
  type Intent,
  isContentField,
  type RoomValueEdit,
  type SeenBetween,
  type SeenOnPage,
  type ThingUpdate,
} from '../protocol/intents.ts';
import { inOrder, movedInOrder, type Numbered } from './siblingOrder.ts';

/** Options of `changeToIntents`. */
export interface IntentOptions {
  /** An undo or redo: writes each property only if nobody has changed it since, and restores blocks. */
  readonly isReplay?: boolean;
  /** Added blocks may have existed before, as when a local copy is restored. */
  readonly isRestore?: boolean;
  /** Whether a text was edited under a lock. Others are written only if nobody has changed them since. */
  readonly hasLock?: (uuid: string) => boolean;
}

/**
 * Converts a change to intents, which carry what the sender saw so that they can be applied to a
 * changed page. Leaves out page fields that the room derives or the server owns (height, dates, id).
 *
 * @param before the page before the change
 */
export function changeToIntents(
  change: Change,
  before: PageRecords,
  options: IntentOptions = {},
): Intent[] {
  const { isReplay = false, isRestore = isReplay } = options;
  const { changed, uploaded } = changedWhileRemoved(isReplay ? change.added : {}, before);
  const things = parentsFirst({
    ...change.added,
    ...Object.fromEntries(Object.entries(uploaded).map(([uuid, [from]]) => [uuid, from])),
  }).map((block) => asRemoved(withSharedUrl(block, before), isReplay, before));
  const updated = updatesOf(withUpdates(change, uploaded), before, options);
  const removedUuids = Object.keys(change.removed);
  const partialPage = change.page
    ? diffValues(change.page.from, change.page.to)
        .filter(({ path }) => isEditableField(path[0] ?? '') && path[1] !== 'editorVersion')
        .map((edit) => valueIntent(edit, isReplay))
    : [];
  const replay = isReplay ? { replay: true as const } : {};
  return [
    ...(things.length > 0
      ? [
          isRestore
            ? {
                type: 'restore-things' as const,
                things,
                ...replay,
                ...(changed.length > 0 ? { changed } : {}),
              }
            : { type: 'add-things' as const, things },
        ]
      : []),
    ...(updated.length > 0 ? [{ type: 'update-things' as const, updated, ...replay }] : []),
    ...(removedUuids.length > 0
      ? [{ type: 'remove-things' as const, removedUuids, ...replay }]
      : []),
    ...(partialPage.length > 0 ? [{ type: 'update-page' as const, partialPage }] : []),
  ];
}

/**
 * The blocks that an undo restores in a state other than the one they were removed in, for example
 * because it undoes an earlier removal. The room, which may know a newer state of a removed block,
 * restores the others in the state that they were removed in. It does the same with blocks of which
 * only the upload has ended meanwhile (`uploaded`), and then writes the file.
 */
function changedWhileRemoved(
  added: Change['added'],
  before: PageRecords,
): { readonly changed: string[]; readonly uploaded: Change['updated'] } {
  const changed: string[] = [];
  const uploaded: Record<string, readonly [Block, Block]> = {};
  for (const [uuid, block] of Object.entries(added)) {
    const removed = before.tombstones.of(uuid)?.block;
    const restored = asRemoved(withSharedUrl(block, before), true, before);
    if (!removed || equalJson(removed, restored)) continue;
    const { values, ...others } = editBetween(removed, restored);
    const isUpload =
      isEmptyEdit({ ...others, values: [] }) && values.every(({ path }) => path[0] === 'content');
    if (isUpload && urlOf(removed) !== urlOf(restored)) uploaded[uuid] = [removed, restored];
    else changed.push(uuid);
  }
  return { changed, uploaded };
}

/**
 * A block that an undo restores, with the content that it was removed with if a kit has migrated it
 * here since: only the room migrates the blocks of its page.
 */
function asRemoved(
  block: ReturnType<typeof withSharedUrl>,
  isReplay: boolean,
  { tombstones }: PageRecords,
): ReturnType<typeof withSharedUrl> {
  const removed = isReplay ? tombstones.of(block.uuid)?.block : undefined;
  if (!removed || removed.contentVersion === block.contentVersion) return block;
  const { contentVersion: _, ...rest } = block;
  const { content, contentVersion } = removed;
  return { ...rest, content, ...(contentVersion === undefined ? {} : { contentVersion }) };
}

/** The change, with some of the blocks that it adds as updates instead. */
function withUpdates(change: Change, updates: Change['updated']): Change {
  const added = Object.entries(change.added).filter(([uuid]) => !Object.hasOwn(updates, uuid));
  return {
    ...change,
    added: Object.fromEntries(added),
    updated: { ...change.updated, ...updates },
  };
}

/**
 * The block without the temporary address of an upload, which is only valid in one tab: with that of
 * the file that the upload replaces, which the page has or had before, or none.
 */
export function withSharedUrl(
  block: Block,
  { blocks, tombstones }: PageRecords,
): Block & Record<string, unknown> {
  if (!isTemporary(urlOf(block))) return { ...block };
  const shared = blocks.get(block.uuid) ?? tombstones.of(block.uuid)?.block;
  const url = (shared && urlOf(shared)) ?? '';
  return { ...block, content: { ...block.content, url: isTemporary(url) ? '' : url } };
}

function urlOf({ content }: Block): unknown {
  return (content as { readonly url?: unknown }).url;
}

function isTemporary(url: unknown): boolean {
  return typeof url === 'string' && isTemporaryUrl(url);
}

function updatesOf(change: Change, before: PageRecords, options: IntentOptions): ThingUpdate[] {
  const edits = new Map<string, BlockEdit>();
  for (const [uuid, [from, to]] of Object.entries(change.updated)) {
    const edit = editBetween(from, to);
    if (!isEmptyEdit(edit)) edits.set(uuid, edit);
  }
  if (!options.isReplay)
    for (const block of movedWithCorner(edits, before, change)) {
      const placement = placementOf(block);
      const edit = {
        values: [],
        ...edits.get(block.uuid),
        placement: { from: placement, to: placement },
      };
      edits.set(block.uuid, edit);
    }
  const below = new Map([
    ...neighbours(change, edits, before, 'zIndex'),
    ...neighbours(change, edits, before, 'groupOrder'),
  ]);
  const orders = options.isReplay ? ordersBefore(edits, before) : NO_ORDERS;
  const updates = [...edits].flatMap(([uuid, edit]) => {
    const seen = edit.placement && !options.isReplay ? seenOnPage(uuid, change, before) : null;
    const between = orders.get(uuid);
    const update = updateOf(uuid, edit, { below: below.get(uuid), between, seen }, options);
    const { contentVersion } = change.updated[uuid]?.[0] ?? {};
    const writesContent =
      update.values?.some(({ path: [first] }) => isContentField(first)) ?? false;
    const version = writesContent && contentVersion !== undefined ? { contentVersion } : {};
    return Object.keys(update).length > 1 ? [{ ...update, ...version }] : [];
  });
  return [...updates, ...ordersOfOthers(change, edits, before, below)];
}

/** Updates for blocks that moved among their siblings, or are new there, without a new number. */
function ordersOfOthers(
  change: Change,
  edits: ReadonlyMap<string, BlockEdit>,
  before: PageRecords,
  below: ReadonlyMap<string, string | null>,
): ThingUpdate[] {
  return [...below].flatMap(([uuid, next]): ThingUpdate[] => {
    const edit = edits.get(uuid);
    const block = change.added[uuid] ?? change.updated[uuid]?.[1] ?? before.blocks.get(uuid);
    if (!block || edit?.zIndex || edit?.groupOrder) return [];
    return block.parentUuid === undefined
      ? [{ uuid, groupOrder: { to: groupOrderOf(block), after: next } }]
      : [{ uuid, zIndex: { to: block.position.zIndex, above: next } }];
  });
}

/** What an update says about the page before it. */
interface SeenByClient {
  /** The sibling above which the block was put; undefined if it has not moved in the order. */
  readonly below: string | null | undefined;
  /** The siblings between which it was. */
  readonly between: SeenBetween | undefined;
  readonly seen: SeenOnPage | null;
}

const NO_ORDERS: ReadonlyMap<string, SeenBetween> = new Map();

/** The siblings between which blocks were whose order an edit changes. */
function ordersBefore(
  edits: ReadonlyMap<string, BlockEdit>,
  before: PageRecords,
): ReadonlyMap<string, SeenBetween> {
  const found = new Map<string, SeenBetween>();
  for (const key of ['zIndex', 'groupOrder'] as const) {
    const parents = new Set<string | undefined>();
    for (const [uuid, edit] of edits)
      if (edit[key]) parents.add(before.blocks.get(uuid)?.parentUuid);
    for (const parent of parents) {
      if ((parent === undefined) !== (key === 'groupOrder')) continue;
      const order = orderBefore(parent, before, key);
      order.forEach(({ uuid }, index) => {
        const [lower = null, upper = null] = [order[index - 1]?.uuid, order[index + 1]?.uuid];
        if (edits.get(uuid)?.[key]) found.set(uuid, { lower, upper });
      });
    }
  }
  return found;
}

/** The sections, or the children of a parent, in their order before the change. */
function orderBefore(
  parent: string | undefined,
  before: PageRecords,
  key: 'zIndex' | 'groupOrder',
): Numbered[] {
  const siblings = parent === undefined ? before.sectionIds : before.childIds(parent);
  const blocks = [...siblings].flatMap((uuid) => before.blocks.get(uuid) ?? []);
  return inOrder(numbered(blocks, key));
}

function updateOf(
  uuid: string,
  { placement, zIndex, groupOrder, values }: BlockEdit,
  { below, between, seen }: SeenByClient,
  { isReplay = false, hasLock = () => false }: IntentOptions,
): ThingUpdate {
  // The room never had the temporary address of an upload, so an undo does not revert it there.
  const shared = values.filter(
    ({ path, from, to }) =>
      !(path.at(-1) === 'url' && (isTemporary(to) || (isReplay && isTemporary(from)))),
  );
  const next = below === undefined ? {} : { above: below };
  const after = below === undefined ? {} : { after: below };
  const seenBetween = between ? { seenBetween: between } : {};
  const isGuarded = (path: readonly string[]): boolean =>
    isReplay || (isTextPath(path) && !hasLock(uuid));
  return {
    uuid,
    ...(placement
      ? {
          position: {
            ...placement.to,
            seenParentUuid: placement.from.parentUuid,
            ...(seen ? { seen } : {}),
          },
        }
      : {}),
    ...(placement && isReplay ? { positionFrom: placement.from } : {}),
    ...(zIndex
      ? {
          zIndex: {
            to: zIndex.to,
            ...next,
            ...(isReplay ? { from: zIndex.from, ...seenBetween } : {}),
          },
        }
      : {}),
    ...(groupOrder
      ? {
          groupOrder: {
            to: groupOrder.to,
            ...after,
            ...(isReplay ? { from: groupOrder.from, ...seenBetween } : {}),
          },
        }
      : {}),
    ...(shared.length > 0
      ? { values: shared.map((edit) => valueIntent(edit, isGuarded(edit.path))) }
      : {}),
  };
}

/** Where a block in a group was on the page, and by how much a change moves it in its section. */
function seenOnPage(uuid: string, change: Change, { blocks }: PageRecords): SeenOnPage | null {
  const known = blocks.get(uuid);
  const [from, to] = change.updated[uuid] ?? [known, known];
  if (!from || !to || from.parentUuid !== to.parentUuid) return null;
  if (blocks.get(from.parentUuid ?? '')?.parentUuid === undefined) return null;
  const was = cornerInSection(from, (each) => blocks.get(each));
  const is = cornerInSection(to, (each) => change.updated[each]?.[1] ?? blocks.get(each));
  if (!was || was.section !== is?.section) return null;
  const seen = {
    section: was.section,
    x: roundLength(was.x),
    y: roundLength(was.y),
    byX: roundLength(is.x - was.x),
    byY: roundLength(is.y - was.y),
  };
  const isFar = [seen.x, seen.y, seen.byX, seen.byY].some((each) => Math.abs(each) > MAX_LENGTH);
  return isFar ? null : seen;
}

/**
 * The blocks that a change moves on the page only by fitting the corner of their group, without a
 * new position in it. Their positions belong to the new corner, so they are sent with it.
 */
function movedWithCorner(
  edits: ReadonlyMap<string, BlockEdit>,
  before: PageRecords,
  { removed }: Change,
): Block[] {
  return [...edits].flatMap(([group, { placement: fitted }]) => {
    if (fitted?.from.parentUuid !== fitted?.to.parentUuid || !fitted?.to.parentUuid) return [];
    const { from, to } = fitted;
    if (from.x === to.x && from.y === to.y) return [];
    const children = [...before.childIds(group)].filter((uuid) => !Object.hasOwn(removed, uuid));
    // A group that is moved as a whole takes its contents with it.
    const isFitted = children.some((uuid) => {
      const child = edits.get(uuid)?.placement;
      return (
        child?.to.parentUuid === group &&
        Math.abs(child.to.x - child.from.x + to.x - from.x) < TOLERANCE &&
        Math.abs(child.to.y - child.from.y + to.y - from.y) < TOLERANCE
      );
    });
    if (!isFitted) return [];
    return children.flatMap((uuid) =>
      edits.get(uuid)?.placement ? [] : (before.blocks.get(uuid) ?? []),
    );
  });
}

/** The tolerance for sums of rounded lengths. */
const TOLERANCE = 1e-5;

function valueIntent({ path, from, to }: ValueEdit, isGuarded: boolean): RoomValueEdit {
  return {
    path: [...path],
    ...(to === undefined ? {} : { to }),
    ...(isGuarded ? { guarded: true as const, ...(from === undefined ? {} : { from }) } : {}),
  };
}

/** For each block that moved or is new in the order: the sibling before it, null for the first. */
function neighbours(
  change: Change,
  edits: ReadonlyMap<string, BlockEdit>,
  before: PageRecords,
  key: 'zIndex' | 'groupOrder',
): Map<string, string | null> {
  const found = new Map<string, string | null>();
  const parents = new Set<string | undefined>();
  for (const [uuid, edit] of edits)
    if (edit[key]) parents.add(change.updated[uuid]?.[1].parentUuid);
  for (const parent of parents) {
    if ((parent === undefined) !== (key === 'groupOrder')) continue;
    const siblings = parent === undefined ? before.sectionIds : before.childIds(parent);
    const from = orderBefore(parent, before, key);
    const to = inOrder(numbered(siblingsAfter(change, before, siblings, parent), key));
    const order = to.map(({ uuid }) => uuid);
    const moved = movedInOrder(
      from.map(({ uuid }) => uuid),
      order,
    );
    order.forEach((uuid, index) => {
      if (moved.has(uuid)) found.set(uuid, order[index - 1] ?? null);
    });
  }
  return found;
}

function siblingsAfter(
  change: Change,
  before: PageRecords,
  siblings: ReadonlySet<string>,
  parent: string | undefined,
): Block[] {
  const unchanged = [...siblings].filter(
    (uuid) => !Object.hasOwn(change.updated, uuid) && !Object.hasOwn(change.removed, uuid),
  );
  const written = [
    ...Object.values(change.updated).map(([, to]) => to),
    ...Object.values(change.added),
  ];
  return [
    ...unchanged.flatMap((uuid) => before.blocks.get(uuid) ?? []),
    ...written.filter((block) => block.parentUuid === parent),
  ];
}

function numbered(blocks: readonly Block[], key: 'zIndex' | 'groupOrder'): Numbered[] {
  return blocks.map((block) => ({
    uuid: block.uuid,
    number: key === 'zIndex' ? block.position.zIndex : groupOrderOf(block),
  }));
}
