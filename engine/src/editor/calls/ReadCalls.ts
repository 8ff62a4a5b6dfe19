import type { BlockDefinition, Kit } from '../../blocks/index.ts';
import type { SpatialIndex } from '../../geometry/spatialIndex.ts';
import type { Block } from '../../model/Block.ts';
import type { Page, PageFields } from '../../model/Page.ts';
import type { Box, Point } from '../../model/Position.ts';
import type { Permissions } from '../../permissions/Permissions.ts';
import type { Environment } from '../environment.ts';

/** What one can ask of an editor, and what is selected; nothing here changes the page. */
export interface ReadCalls {
  /** The page as shown: the stable copy with what is in progress laid over it. A new object after each change. */
  readonly page: Page;
  /** The page as last committed. */
  readonly stablePage: Page;
  /** Blocks as shown, an observable map with replaced records (`observe` it for dirty sets). */
  readonly blocks: ReadonlyMap<string, Block>;
  /** All fields of the page but the blocks, as shown. */
  readonly fields: PageFields;
  /** Blocks of third parties that this editor knows. */
  readonly kits: readonly Kit[];
  /** The clock, chance, ids, text measuring and log that it was given. */
  readonly environment: Environment;
  /** Without `canEdit` every edit is refused with `not_permitted`. */
  readonly permissions: Permissions;
  /** The most blocks that the owner's plan allows, sections included; null is unlimited. */
  readonly maxBlocks: number | null;
  /** Whether something is in progress (between `begin` and `commit` or `cancel`). */
  readonly isInProgress: boolean;
  /** Whether there are committed changes since loading or since what was last published was sent. */
  readonly hasPublishableChanges: boolean;

  /** What is known of a type, built in or of a kit; null for an unknown one. */
  definitionOf(type: string): BlockDefinition | null;
  /** Section ids from the top. */
  readonly sectionIds: readonly string[];
  /** Children of a section or group from the lowest z-index to the highest. */
  childrenOf(parentUuid: string): readonly Block[];
  /** Unrotated box in page space. */
  boxOf(uuid: string): Box | null;
  /** Top-most block at a point of page space, `null` over empty room; sections are not hit. */
  hitTest(point: Point, options?: { below?: string; includeSections?: boolean }): string | null;
  /** Finds blocks by their place, in page space: what culling, hits and snapping use. */
  readonly index: SpatialIndex;

  /** Ids of the selected blocks, in the order in which they were selected. */
  readonly selection: ReadonlySet<string>;
  /** The selected blocks, in that order. */
  readonly selectedBlocks: readonly Block[];
  /** Boxes' union of the selection, rotated corners included, in page space. */
  readonly selectionBox: Box | null;
  /** The block below the pointer, or null. */
  readonly hoveredId: string | null;
  /**
   * Selects these and nothing else; ids that the page does not have are left out.
   *
   * @throws CobbleError `input_invalid` for what is no list of ids
   */
  select(uuids: Iterable<string>): void;
  /** Selects all that lies directly in a section, without locked blocks unless there are no others. */
  selectAll(): void;
  /** Selects nothing. */
  clearSelection(): void;
  /** Says which block is below the pointer, for the host's hover looks; null for none. */
  hover(uuid: string | null): void;
}
