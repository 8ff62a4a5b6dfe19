import { type Block, isSection } from '../../model/Block.ts';

/** The blocks of a page that is edited without an editor, by id and by parent. */
export class RecordsByParent {
  private readonly blocks = new Map<string, Block>();
  private readonly sectionIds = new Set<string>();
  private readonly childIds = new Map<string, Set<string>>();

  constructor(blocks: Iterable<Block>) {
    for (const block of blocks) this.set(block.uuid, block);
  }

  get(uuid: string): Block | undefined {
    return this.blocks.get(uuid);
  }

  /** Sets a record, or removes it if it is undefined. Returns the previous one. */
  set(uuid: string, block: Block | undefined): Block | undefined {
    const previous = this.blocks.get(uuid);
    if (block) this.blocks.set(uuid, block);
    else this.blocks.delete(uuid);
    if (block && previous && previous.parentUuid === block.parentUuid) return previous;
    if (previous) this.siblingsOf(previous).delete(uuid);
    if (block) this.siblingsOf(block).add(uuid);
    return previous;
  }

  /** The ids of the groups and the section that a block is in, innermost first. */
  ancestorsOf(uuid: string): readonly string[] {
    const ancestors = new Set<string>();
    let parent = this.blocks.get(uuid)?.parentUuid;
    // What others have moved meanwhile can lead back to the same group.
    while (parent !== undefined && !ancestors.has(parent)) {
      ancestors.add(parent);
      parent = this.blocks.get(parent)?.parentUuid;
    }
    return [...ancestors];
  }

  /** The children of a section or group, in any order. */
  childrenOf(parent: string): readonly Block[] {
    return this.listed(this.childIds.get(parent));
  }

  /** In any order. */
  get sections(): readonly Block[] {
    return this.listed(this.sectionIds);
  }

  private siblingsOf(block: Block): Set<string> {
    if (isSection(block)) return this.sectionIds;
    const parent = block.parentUuid ?? '';
    const known = this.childIds.get(parent);
    if (known) return known;
    const created = new Set<string>();
    this.childIds.set(parent, created);
    return created;
  }

  private listed(uuids: Iterable<string> = []): readonly Block[] {
    const blocks: Block[] = [];
    for (const uuid of uuids) {
      const block = this.blocks.get(uuid);
      if (block) blocks.push(block);
    }
    return blocks;
  }
}
