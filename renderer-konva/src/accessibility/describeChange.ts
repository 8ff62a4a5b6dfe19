import { type Block, type Change, type ChangeOrigin, rotationOf } from '@cobble/engine';
import {
  type DescriptionContext,
  describePosition,
  describeSectionSize,
  nameOf,
  pxIn,
  sectionName,
  sectionOf,
  typeName,
} from './describeBlock.ts';

type Pair = readonly [from: Block, to: Block];

/** The messages that wrap the description of a change, by origin. */
const WRAPPERS = { undo: 'undone', redo: 'redone', remote: 'remote' } as const;

/** Whether changes of an origin are announced. */
export function isAnnounced(origin: ChangeOrigin): boolean {
  return origin !== 'load';
}

/**
 * Describes a committed change in a few words; '' when there is nothing to announce.
 *
 * @param isByUser whether a remote change comes from another tab of the user
 */
export function describeChange(
  context: DescriptionContext,
  change: Change,
  origin: ChangeOrigin,
  isByUser = false,
): string {
  if (origin === 'load') return '';
  const text = describe(context, change);
  if (origin === 'edit' || (text === '' && origin === 'remote')) return text;
  // After "Undone." a sentence begins; after "Someone else:" it continues.
  const sentence = origin === 'remote' ? text : capitalized(text, context.t.locale);
  const wrapper = origin === 'remote' && isByUser ? 'remoteByYou' : WRAPPERS[origin];
  return context.t(wrapper, { text: sentence });
}

function capitalized(text: string, locale: string | undefined): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase(locale) + rest.join('');
}

function describe(context: DescriptionContext, change: Change): string {
  const { t } = context;
  const added = Object.values(change.added);
  const removed = Object.values(change.removed);
  const pairs = Object.values(change.updated);
  const group = added.find(({ type, parentUuid }) => type === 'group' && parentUuid !== undefined);
  const grouped = group && pairs.filter(([, to]) => to.parentUuid === group.uuid);
  if (grouped && grouped.length > 0)
    return t('blocksGrouped', { blocks: blocksName(context, grouped.map(last)) });
  const ungrouped = pairs.filter(
    ([from]) => from.parentUuid !== undefined && change.removed[from.parentUuid],
  );
  if (ungrouped.length > 0)
    return t('blocksUngrouped', { blocks: blocksName(context, ungrouped.map(last)) });
  if (removed.length > 0)
    return t('blocksDeleted', { blocks: blocksName(context, outermost(removed)) });
  if (added.length > 0) return t('blocksAdded', { blocks: blocksName(context, outermost(added)) });
  if (pairs.length === 0 && change.page) return t('pageChanged');
  return describeUpdates(context, pairs);
}

/**
 * Describes changed blocks, rather than changes that follow from them, such as a section that grows
 * with its contents.
 */
function describeUpdates(context: DescriptionContext, pairs: readonly Pair[]): string {
  const { editor, t } = context;
  const blocks = pairs.filter(([, to]) => to.parentUuid !== undefined);
  const changed = blocks.length > 0 ? outermostPairs(blocks) : pairs;
  const [only] = changed;
  if (!only) return '';
  const which = (test: (pair: Pair) => boolean): Block[] => changed.filter(test).map(last);
  const names = (of: readonly Block[]): { readonly blocks: string } => ({
    blocks: blocksName(context, of),
  });

  const locked = which(([from, to]) => from.locked !== true && to.locked === true);
  if (locked.length > 0) return t('blocksLocked', names(locked));
  const unlocked = which(([from, to]) => from.locked === true && to.locked !== true);
  if (unlocked.length > 0) return t('blocksUnlocked', names(unlocked));
  if (blocks.length === 0) return describeSections(context, pairs);

  const reparented = which(([from, to]) => from.parentUuid !== to.parentUuid);
  const section = reparented[0] && sectionOf(editor, reparented[0].uuid);
  if (section != null)
    return t('blocksMovedTo', { ...names(reparented), section: sectionName(context, section) });
  const rotated = which(([from, to]) => rotationOf(from) !== rotationOf(to));
  if (rotated.length > 1) return t('blocksRotated', names(rotated));
  if (rotated[0])
    return t('blockRotatedTo', {
      block: nameOf(context, rotated[0]),
      count: Math.round(rotationOf(rotated[0])),
    });
  const resized = which(([from, to]) => differIn(['width', 'height'], from, to));
  if (resized.length > 1) return t('blocksResized', names(resized));
  if (resized[0] && !hasNewContent(only)) return describeSize(context, resized[0]);
  const moved = which(([from, to]) => differIn(['x', 'y'], from, to));
  if (moved.length > 1) return t('blocksMoved', names(moved));
  if (moved[0] && !hasNewContent(only)) {
    const details = describePosition(context, moved[0].uuid);
    // Changes by others are described a while later, when the block may be gone.
    if (details === '') return t('blocksMoved', names(moved));
    return t('blockDetails', { block: nameOf(context, moved[0]), details });
  }
  const reordered = which(([from, to]) => differIn(['zIndex'], from, to));
  if (reordered[0]) return describeOrder(context, reordered);
  return t('blocksChanged', names(changed.map(last)));
}

function describeSections(context: DescriptionContext, pairs: readonly Pair[]): string {
  const { t } = context;
  const moved = movedSections(context.editor, pairs);
  if (moved.length > 0) {
    const names = moved.map((uuid) => sectionName(context, uuid));
    const sections = new Intl.ListFormat(t.locale).format(names);
    return t('sectionsReordered', { sections });
  }
  const [only] = pairs;
  if (!only) return '';
  const [, { uuid }] = only;
  return t('blockDetails', {
    block: sectionName(context, uuid),
    details: describeSectionSize(context, uuid),
  });
}

/**
 * The sections whose position among the sections has changed. A section whose `groupOrder` alone
 * changed, because another one was deleted earlier, does not count.
 */
function movedSections(editor: DescriptionContext['editor'], pairs: readonly Pair[]): string[] {
  const earlier = new Map(pairs.map(([from]) => [from.uuid, from]));
  const orderBefore = (uuid: string): number => {
    const block = earlier.get(uuid) ?? editor.blocks.get(uuid);
    return block ? groupOrder(block) : 0;
  };
  const before = editor.sectionIds.toSorted((a, b) => orderBefore(a) - orderBefore(b));
  return editor.sectionIds.filter((uuid, index) => before[index] !== uuid);
}

const last = ([, to]: Pair): Block => to;
const groupOrder = ({ content }: Block): number =>
  Number((content as { groupOrder?: unknown }).groupOrder ?? 0);
const hasNewContent = ([from, to]: Pair): boolean => from.content !== to.content;

function differIn(
  fields: readonly ('x' | 'y' | 'width' | 'height' | 'zIndex')[],
  from: Block,
  to: Block,
): boolean {
  return fields.some((field) => from.position[field] !== to.position[field]);
}

function describeSize(context: DescriptionContext, resized: Block): string {
  const { editor, t } = context;
  const { uuid } = resized;
  const box = editor.boxOf(uuid);
  const block = editor.blocks.get(uuid);
  // Someone may have removed it since.
  if (!box || !block) return t('blocksResized', { blocks: blocksName(context, [resized]) });
  const px = pxIn(editor);
  return t('blockDetails', {
    block: nameOf(context, block),
    details: `${t('wide', { px: px(box.width) })}, ${t('high', { px: px(box.height) })}`,
  });
}

/** The blocks' position in the z-order among their siblings. */
function describeOrder(context: DescriptionContext, blocks: readonly Block[]): string {
  const { editor, t } = context;
  const selected = blocks.filter(({ uuid }) => editor.selection.has(uuid));
  const [first] = selected.length > 0 ? selected : blocks;
  if (first?.parentUuid === undefined) return '';
  const siblings = editor.childrenOf(first.parentUuid);
  const position = siblings.findIndex(({ uuid }) => uuid === first.uuid) + 1;
  if (position === 0) return t('blocksChanged', { blocks: blocksName(context, blocks) });
  const details =
    position === siblings.length
      ? t('atFront')
      : position === 1
        ? t('atBack')
        : t('fromBack', { position, total: siblings.length });
  const block = blocksName(context, selected.length > 0 ? selected : [first]);
  return t('blockDetails', { block, details });
}

/** The blocks whose parent is not among them. */
function outermost(blocks: readonly Block[]): readonly Block[] {
  const ids = new Set(blocks.map(({ uuid }) => uuid));
  return blocks.filter(({ parentUuid }) => parentUuid === undefined || !ids.has(parentUuid));
}

function outermostPairs(pairs: readonly Pair[]): readonly Pair[] {
  const outermostIds = new Set(outermost(pairs.map(last)).map(({ uuid }) => uuid));
  return pairs.filter(([, { uuid }]) => outermostIds.has(uuid));
}

/** One block's name, or '3 blocks'. A deleted section no longer has a number. */
function blocksName(context: DescriptionContext, blocks: readonly Block[]): string {
  const { editor, t } = context;
  const [only] = blocks;
  if (!only || blocks.length > 1) return t('blockCount', { count: blocks.length });
  if (only.parentUuid !== undefined || editor.sectionIds.includes(only.uuid))
    return nameOf(context, only);
  return only.type === 'group' ? t('deletedSection') : typeName(t, only);
}
