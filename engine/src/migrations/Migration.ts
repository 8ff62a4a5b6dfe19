import type { Kit } from '../blocks/builtinBlocks.ts';

/** What happened to something that could not stay as it was. */
export type MigrationWarningCode =
  /** It had a meaning that cannot be kept (a link with `javascript:`), and is gone. */
  | 'value_dropped'
  /** It was missing or unreadable, and a default stands in its place. */
  | 'value_replaced'
  /** It was beyond what pages hold, and is at the limit. */
  | 'value_limited'
  /** An entry of the map of blocks was no block, and is gone. */
  | 'block_dropped'
  /** A block's id was no id, or there twice, and is another one; what referred to it follows. */
  | 'id_replaced'
  /** What a block lay in was not there, not able to hold it, or in itself; it kept its place. */
  | 'parent_replaced'
  /** There was no section; one holds all blocks now. */
  | 'section_added';

/** Something that a migration could not keep as it was. */
export interface MigrationWarning {
  /** The field, as in a problem's `details.path`: `things.<uuid>.properties.hyperlink`. */
  readonly path: string;
  readonly code: MigrationWarningCode;
}

/** What migrations are told, and where they say what they could not keep. */
export interface MigrationContext {
  /** Hosts, in lower case, whose links are the site's own. */
  readonly siteHosts: ReadonlySet<string>;
  readonly kits: readonly Kit[];
  readonly warn: (path: readonly string[], code: MigrationWarningCode) => void;
}

/** Any object of JSON. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * Where a block of an older page lies: px at a 600 px window before 0.3.0, fractions of the
 * window's width since. Its `zIndex` may be anything until the page is finished.
 */
export interface LegacyPosition extends JsonRecord {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotationDeg: number;
}

/** A block of an older page in today's form (docs/decisions/0016), its values not yet today's. */
export interface LegacyBlock extends JsonRecord {
  readonly uuid: string;
  readonly type: string;
  readonly parentUuid?: string;
  readonly position: LegacyPosition;
  readonly properties: JsonRecord;
  readonly styles: JsonRecord;
  readonly content: JsonRecord;
}

/** The blocks of an older page, each id once: a list, which costs far less to replace than a map. */
export type LegacyThings = readonly LegacyBlock[];

/** An older page in today's form but for its blocks, its values not yet today's. */
export interface LegacyFields extends JsonRecord {
  readonly settings: JsonRecord;
  readonly style: JsonRecord;
}

/** An older page in today's form, its values not yet today's. */
export interface LegacyPage extends LegacyFields {
  readonly things: LegacyThings;
}

/**
 * One step from a version of the page format to the next: pure, over plain JSON, given pages of any
 * older version and never a newer one.
 *
 * What becomes of a block by itself and of the page's own fields are functions of their own, so that
 * a block can go through the steps of all versions before the next one does: what is between two
 * versions is never a whole page that has to be kept.
 */
export interface Migration {
  /** The version that a page is in afterwards. */
  readonly version: string;
  /** For what has to see how blocks lie to each other; it runs before the other two. */
  readonly migratePage?: (page: LegacyPage, context: MigrationContext) => LegacyPage;
  /** What becomes of the page's own fields. */
  readonly migrateFields?: (fields: LegacyFields, context: MigrationContext) => LegacyFields;
  /** What becomes of each block, whatever else is on the page. */
  readonly migrateBlock?: (block: LegacyBlock, context: MigrationContext) => LegacyBlock;
}
