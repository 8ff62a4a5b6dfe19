import type { Kit } from '../blocks/builtinBlocks.ts';
import type { KitWarning } from '../parsing/readKitBlocks.ts';

/** Why a value could not be preserved. */
export type ValueWarningCode =
  /** It was unreadable, or is not allowed any more (a `javascript:` link), and was removed. */
  | 'value_dropped'
  /** It was missing or invalid and was replaced by a default. */
  | 'value_replaced'
  /** It exceeded a limit and was set to the limit. */
  | 'value_limited'
  /** An entry of the block map was not a block and was removed. */
  | 'block_dropped'
  /**
   * A block's id was missing, invalid or duplicate and was replaced. References to it follow,
   * unless another block keeps the id.
   */
  | 'id_replaced'
  /**
   * A block's parent was missing, could not have children, was nested too deeply, or was the
   * block's own descendant; the block kept its position on the page.
   */
  | 'parent_replaced'
  /** The page had no section; one now contains all blocks. */
  | 'section_added';

/** A value that a migration could not preserve. */
export interface ValueWarning {
  /** The field's path, as in a problem's `details.path`: `things.<uuid>.properties.hyperlink`. */
  readonly path: string;
  readonly code: ValueWarningCode;
}

/** A value that could not be preserved, or a preserved block that its kit cannot read. */
export type MigrationWarning = ValueWarning | KitWarning;
/** The code of a {@link MigrationWarning}. */
export type MigrationWarningCode = MigrationWarning['code'];

/** Context of a migration, with a callback for reporting values that it could not preserve. */
export interface MigrationContext {
  /** Hosts whose links count as the site's own, in lower case. */
  readonly siteHosts: ReadonlySet<string>;
  readonly kits: readonly Kit[];
  readonly warn: (path: readonly string[], code: ValueWarningCode) => void;
}

/** Any JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * Position of a block in an older page: px at a 600 px window before 0.3.0, then fractions of the
 * window's width. `zIndex` may be anything until the page is finished.
 */
export interface LegacyPosition extends JsonRecord {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotationDeg: number;
}

/**
 * A block of an older page in the current shape (docs/decisions/0016); its values may still be old.
 */
export interface LegacyBlock extends JsonRecord {
  readonly uuid: string;
  readonly type: string;
  readonly parentUuid?: string;
  readonly position: LegacyPosition;
  readonly properties: JsonRecord;
  readonly styles: JsonRecord;
  readonly content: JsonRecord;
}

/** The blocks of an older page with unique ids. A list, because updating a map is far slower. */
export type LegacyThings = readonly LegacyBlock[];

/** An older page in the current shape without its blocks; its values may still be old. */
export interface LegacyFields extends JsonRecord {
  readonly settings: JsonRecord;
  readonly style: JsonRecord;
}

/** An older page in the current shape; its values may still be old. */
export interface LegacyPage extends LegacyFields {
  readonly things: LegacyThings;
}

/**
 * A step from one version of the page format to the next: pure, on plain JSON, for pages of any
 * older version.
 *
 * The changes of single blocks and of the page's own fields are separate functions, so that each
 * block can pass through the steps of all versions at once and no intermediate page is kept.
 */
export interface Migration {
  /** The version that the page has after this step. */
  readonly version: string;
  /** For changes that depend on how blocks relate to each other; runs before the other two. */
  readonly migratePage?: (page: LegacyPage, context: MigrationContext) => LegacyPage;
  /** Changes the page's own fields. */
  readonly migrateFields?: (fields: LegacyFields, context: MigrationContext) => LegacyFields;
  /** Changes each block on its own. */
  readonly migrateBlock?: (block: LegacyBlock, context: MigrationContext) => LegacyBlock;
}
