import { findDefinition } from '../../blocks/builtinBlocks.ts';
import { isSection, MAX_GROUP_DEPTH } from '../../model/Block.ts';
import { LEGACY_PAGE_HEIGHT } from '../legacy/legacyNumbers.ts';
import { makeMainSection } from '../mainSection.ts';
import { mapThings } from '../mapThings.ts';
import type { LegacyBlock, LegacyThings, MigrationContext } from '../Migration.ts';
import { sectionsFromTop } from './sectionsFromTop.ts';

/** A block's final parent and the offset that keeps its position on the page. */
interface ParentFix {
  readonly parentUuid: string | undefined;
  readonly depth: number;
  readonly dx: number;
  readonly dy: number;
}

/**
 * Repairs the tree so that every block is in a section. A block that has no parent and is not a
 * section, a block whose parent is missing, and one block of each cycle move to the first section.
 * A block that is nested too deeply, or in a block that cannot have children (an image), moves to
 * the nearest ancestor that can have it as a child. Blocks keep their positions on the page. A page
 * without sections gets one. Lengths are fractions of the window's width.
 */
export function repairTree(blocks: LegacyThings, context: MigrationContext): LegacyThings {
  const byId = new Map<string, LegacyBlock>();
  for (const block of blocks) byId.set(block.uuid, block);
  const things = withSection(blocks, byId, context);
  const [first] = sectionsFromTop(things);
  if (!first) return things;
  const resolver = new ParentResolver(byId, first, context);
  return mapThings(things, (block) => {
    const { parentUuid, dx, dy } = resolver.fixOf(block);
    if (parentUuid === block.parentUuid || parentUuid === undefined) return block;
    context.warn(['things', block.uuid, 'parentUuid'], 'parent_replaced');
    const { x, y } = block.position;
    return { ...block, parentUuid, position: { ...block.position, x: x + dx, y: y + dy } };
  });
}

function withSection(
  things: LegacyThings,
  byId: Map<string, LegacyBlock>,
  { warn }: MigrationContext,
): LegacyThings {
  if (things.some(isSection)) return things;
  const topLevel = things.filter(
    ({ parentUuid }) => parentUuid === undefined || !byId.has(parentUuid),
  );
  const section = makeMainSection(things, topLevel, { unit: 1, height: LEGACY_PAGE_HEIGHT });
  byId.set(section.uuid, section);
  warn(['things', section.uuid], 'section_added');
  return [section, ...things];
}

const SECTION_FIX: ParentFix = { parentUuid: undefined, depth: 0, dx: 0, dy: 0 };

/** Determines the parents of all blocks. */
class ParentResolver {
  private readonly byId: ReadonlyMap<string, LegacyBlock>;
  private readonly kits: MigrationContext['kits'];
  /**
   * The fix for blocks without a parent: they move to the first section, which is at the top of the
   * page and centred in the window.
   */
  private readonly orphanFix: ParentFix;
  private readonly resolved = new Map<string, ParentFix>();
  /** The fix for all children of a block, by the block's id. */
  private readonly childFixes = new Map<string, ParentFix>();

  constructor(
    byId: ReadonlyMap<string, LegacyBlock>,
    first: LegacyBlock,
    context: MigrationContext,
  ) {
    this.byId = byId;
    this.kits = context.kits;
    this.orphanFix = {
      parentUuid: first.uuid,
      depth: 1,
      dx: -(1 - first.position.width) / 2,
      dy: 0,
    };
  }

  /** Walks up to the first known ancestor and back down, so that each block is visited once. */
  fixOf(block: LegacyBlock): ParentFix {
    const found = this.knownFixOf(block);
    if (found) return found;
    const chain: LegacyBlock[] = [];
    const seen = new Set<LegacyBlock>();
    for (let current: LegacyBlock = block; !this.knownFixOf(current);) {
      chain.push(current);
      seen.add(current);
      const parent = this.parentOf(current);
      if (!parent || seen.has(parent)) {
        this.resolved.set(current.uuid, this.orphanFix);
        break;
      }
      current = parent;
    }
    for (const each of chain.reverse()) this.knownFixOf(each);
    return this.resolved.get(block.uuid) ?? this.orphanFix;
  }

  /** The fix without walking up the tree: for sections, and for blocks whose parent is resolved. */
  private knownFixOf(block: LegacyBlock): ParentFix | undefined {
    const found = this.resolved.get(block.uuid);
    if (found) return found;
    let fix: ParentFix | undefined;
    if (isSection(block)) fix = SECTION_FIX;
    else {
      const parent = this.parentOf(block);
      const parentFix = parent && this.resolved.get(parent.uuid);
      fix = parent && parentFix && this.childFixOf(parent, parentFix);
    }
    if (fix) this.resolved.set(block.uuid, fix);
    return fix;
  }

  private parentOf({ parentUuid }: LegacyBlock): LegacyBlock | undefined {
    return parentUuid === undefined ? undefined : this.byId.get(parentUuid);
  }

  private childFixOf(parent: LegacyBlock, parentFix: ParentFix): ParentFix {
    const found = this.childFixes.get(parent.uuid);
    if (found) return found;
    const { x, y } = parent.position;
    const fix: ParentFix =
      this.canContain(parent.type) && parentFix.depth < MAX_GROUP_DEPTH
        ? { parentUuid: parent.uuid, depth: parentFix.depth + 1, dx: 0, dy: 0 }
        : { ...parentFix, dx: x + parentFix.dx, dy: y + parentFix.dy };
    this.childFixes.set(parent.uuid, fix);
    return fix;
  }

  private canContain(type: string): boolean {
    return (
      type === 'group' || findDefinition(type, this.kits)?.capabilities.containsBlocks === true
    );
  }
}
