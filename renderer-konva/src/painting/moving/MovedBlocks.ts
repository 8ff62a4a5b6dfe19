import { type Block, boundsOfRotated, type Box, type Editor, rotationOf } from '@cobble/engine';

/** Where a block is, relative to its parent. */
export type Placement = Pick<Block['position'], 'x' | 'y' | 'width' | 'height' | 'rotationDeg'>;

/** The blocks that gestures of other people are moving. Observable. */
export interface MovedBlocks {
  /** By id, never a section; another object after each change. */
  readonly placements: ReadonlyMap<string, Placement>;
}

/**
 * A view of an editor in which some blocks are where gestures of other people have moved them. It
 * has what painting reads of an editor; everything else is the editor's own.
 */
export function withMovedBlocks(editor: Editor, moved: MovedBlocks): Editor {
  /** Cache: the moved record of a block; invalidated by another record or placement. */
  const records = new WeakMap<Placement, { readonly of: Block; readonly record: Block }>();
  const record = (block: Block): Block => {
    const placement = moved.placements.get(block.uuid);
    if (!placement) return block;
    const known = records.get(placement);
    if (known?.of === block) return known.record;
    const made = { ...block, position: { ...block.position, ...placement } };
    records.set(placement, { of: block, record: made });
    return made;
  };
  const isMoved = (uuid: string): boolean => {
    for (
      let at: string | undefined = uuid;
      at !== undefined;
      at = editor.blocks.get(at)?.parentUuid
    )
      if (moved.placements.has(at)) return true;
    return false;
  };
  const boxOf = (uuid: string): Box | null => {
    const block = editor.blocks.get(uuid);
    if (moved.placements.size === 0 || !block || !isMoved(uuid)) return editor.boxOf(uuid);
    const parent = block.parentUuid === undefined ? null : boxOf(block.parentUuid);
    if (!parent) return editor.boxOf(uuid);
    const { x, y, width, height } = record(block).position;
    return { x: parent.x + x, y: parent.y + y, width, height };
  };
  const boundsOf = (uuid: string): Box | null => {
    const block = editor.blocks.get(uuid);
    const box = moved.placements.size > 0 && isMoved(uuid) ? boxOf(uuid) : null;
    return block && box
      ? boundsOfRotated(box, rotationOf(record(block)))
      : editor.index.boundsOf(uuid);
  };
  const blocks = new Proxy(editor.blocks, {
    get(target, name) {
      if (name === 'get')
        return (uuid: string): Block | undefined => {
          const block = target.get(uuid);
          return block && record(block);
        };
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  const index = new Proxy(editor.index, {
    get(target, name) {
      if (name === 'boundsOf') return boundsOf;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  const own: Partial<Record<string | symbol, unknown>> = {
    blocks,
    index,
    boxOf,
    childrenOf: (parent: string) => editor.childrenOf(parent).map(record),
  };
  return new Proxy(editor, {
    get: (target, name) =>
      Object.hasOwn(own, name) ? own[name] : (Reflect.get(target, name, target) as unknown),
  });
}
