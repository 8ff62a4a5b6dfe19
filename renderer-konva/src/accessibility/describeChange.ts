import {
  type Block,
  type Change,
  type ChangeOrigin,
  type Editor,
  rotationOf,
} from '@cobble/engine';
import {
  nameOf,
  describePosition,
  pxIn,
  sectionName,
  sectionOf,
  describeSectionSize,
  typeName,
} from './describeBlock.ts';

type Pair = readonly [from: Block, to: Block];

const PREFIXES: Readonly<Record<ChangeOrigin, string>> = {
  edit: '',
  undo: 'Undone. ',
  redo: 'Redone. ',
  remote: 'Someone else: ',
  load: '',
};

/** Whether changes of an origin are announced. */
export function isAnnounced(origin: ChangeOrigin): boolean {
  return origin !== 'load';
}

/** Describes a committed change in a few words; '' when there is nothing to announce. */
export function describeChange(editor: Editor, change: Change, origin: ChangeOrigin): string {
  if (origin === 'load') return '';
  const words = describe(editor, change);
  return words === '' && origin === 'remote' ? '' : PREFIXES[origin] + words;
}

function describe(editor: Editor, change: Change): string {
  const added = Object.values(change.added);
  const removed = Object.values(change.removed);
  const pairs = Object.values(change.updated);
  const group = added.find(({ type, parentUuid }) => type === 'group' && parentUuid !== undefined);
  const inside = group && pairs.filter(([, to]) => to.parentUuid === group.uuid);
  if (inside && inside.length > 0) return `${counted(editor, inside.map(last))} grouped`;
  const apart = pairs.filter(
    ([from]) => from.parentUuid !== undefined && change.removed[from.parentUuid],
  );
  if (apart.length > 0) return `Ungrouped, ${counted(editor, apart.map(last))}`;
  if (removed.length > 0) return `${counted(editor, outermost(removed))} deleted`;
  if (added.length > 0) return `${counted(editor, outermost(added))} added`;
  if (pairs.length === 0 && change.page) return 'Page changed';
  return describeUpdates(editor, pairs);
}

/**
 * Describes changed blocks, rather than changes that follow from them, such as a section that grows
 * with its contents.
 */
function describeUpdates(editor: Editor, pairs: readonly Pair[]): string {
  const blocks = pairs.filter(([, to]) => to.parentUuid !== undefined);
  const changed = blocks.length > 0 ? outermostPairs(blocks) : pairs;
  const [only] = changed;
  if (!only) return '';
  const which = (test: (pair: Pair) => boolean): Block[] => changed.filter(test).map(last);

  const locked = which(([from, to]) => from.locked !== true && to.locked === true);
  if (locked.length > 0) return `${counted(editor, locked)} locked`;
  const unlocked = which(([from, to]) => from.locked === true && to.locked !== true);
  if (unlocked.length > 0) return `${counted(editor, unlocked)} unlocked`;
  if (blocks.length === 0) return describeSections(editor, pairs);

  const reparented = which(([from, to]) => from.parentUuid !== to.parentUuid);
  const section = reparented[0] && sectionOf(editor, reparented[0].uuid);
  if (section != null)
    return `${counted(editor, reparented)} moved to ${sectionName(editor, section)}`;
  const turned = which(([from, to]) => rotationOf(from) !== rotationOf(to));
  if (turned.length > 1) return `${counted(editor, turned)} turned`;
  if (turned[0]) return `${nameOf(editor, turned[0])} turned to ${deg(turned[0])} degrees`;
  const resized = which(([from, to]) => hasOther(['width', 'height'], from, to));
  if (resized.length > 1) return `${counted(editor, resized)} resized`;
  if (resized[0] && !hasNewContent(only)) return describeSize(editor, resized[0]);
  const moved = which(([from, to]) => hasOther(['x', 'y'], from, to));
  if (moved.length > 1) return `${counted(editor, moved)} moved`;
  if (moved[0] && !hasNewContent(only))
    return `${nameOf(editor, moved[0])}: ${describePosition(editor, moved[0].uuid)}`;
  const ordered = which(([from, to]) => hasOther(['zIndex'], from, to));
  if (ordered[0]) return describeOrder(editor, ordered);
  return `${counted(editor, changed.map(last))} changed`;
}

function describeSections(editor: Editor, pairs: readonly Pair[]): string {
  const ordered = pairs.filter(([from, to]) => groupOrder(from) !== groupOrder(to)).map(last);
  if (ordered.length > 0) {
    const places = ordered.map(({ uuid }) => sectionName(editor, uuid)).sort();
    return `${places.join(' and ')} changed places`;
  }
  const [only] = pairs;
  if (!only) return '';
  const [, to] = only;
  return `${sectionName(editor, to.uuid)}: ${describeSectionSize(editor, to.uuid)}`;
}

const last = ([, to]: Pair): Block => to;
const deg = (block: Block): string => String(Math.round(rotationOf(block)));
const groupOrder = ({ content }: Block): unknown =>
  (content as { groupOrder?: unknown }).groupOrder;
const hasNewContent = ([from, to]: Pair): boolean => from.content !== to.content;

function hasOther(
  fields: readonly ('x' | 'y' | 'width' | 'height' | 'zIndex')[],
  from: Block,
  to: Block,
): boolean {
  return fields.some((field) => from.position[field] !== to.position[field]);
}

function describeSize(editor: Editor, { uuid }: Block): string {
  const box = editor.boxOf(uuid);
  const block = editor.blocks.get(uuid);
  if (!box || !block) return '';
  const px = pxIn(editor);
  return `${nameOf(editor, block)}: ${px(box.width)} wide, ${px(box.height)} high`;
}

/** The blocks' position in the z-order among their siblings. */
function describeOrder(editor: Editor, blocks: readonly Block[]): string {
  const chosen = blocks.filter(({ uuid }) => editor.selection.has(uuid));
  const [first] = chosen.length > 0 ? chosen : blocks;
  if (first?.parentUuid === undefined) return '';
  const among = editor.childrenOf(first.parentUuid);
  const place = among.findIndex(({ uuid }) => uuid === first.uuid) + 1;
  const where =
    place === among.length
      ? 'in front of all'
      : place === 1
        ? 'behind all'
        : `${String(place)} of ${String(among.length)} from the back`;
  return `${counted(editor, chosen.length > 0 ? chosen : [first])}: ${where}`;
}

/** The blocks whose parent is not among them. */
function outermost(blocks: readonly Block[]): readonly Block[] {
  const ids = new Set(blocks.map(({ uuid }) => uuid));
  return blocks.filter(({ parentUuid }) => parentUuid === undefined || !ids.has(parentUuid));
}

function outermostPairs(pairs: readonly Pair[]): readonly Pair[] {
  const kept = new Set(outermost(pairs.map(last)).map(({ uuid }) => uuid));
  return pairs.filter(([, { uuid }]) => kept.has(uuid));
}

function counted(editor: Editor, blocks: readonly Block[]): string {
  const [only] = blocks;
  if (!only || blocks.length > 1) return `${String(blocks.length)} blocks`;
  const name = nameOf(editor, only);
  return only.parentUuid === undefined && editor.sectionIds.indexOf(only.uuid) < 0
    ? only.type === 'group'
      ? 'Section'
      : typeName(only)
    : name;
}
