import * as z from 'zod';
import { blockIdSchema, contentVersionSchema } from '../../model/Block.ts';
import { isTextPath } from '../../model/blockEdit.ts';
import { isRecord, isSafeKey } from '../../model/json.ts';
import { MAX_LENGTH } from '../../model/Position.ts';
import { ROOM_LIMITS } from './limits.ts';
import { listOf } from './listOf.ts';

const length = z.number().min(-MAX_LENGTH).max(MAX_LENGTH);
const size = z.number().min(0).max(MAX_LENGTH);
const order = z.number().int().min(-1_000_000).max(1_000_000);

/** A position, which merges as a whole; `parentUuid` is null for a section. */
export const positionUnitSchema = z.object({
  parentUuid: blockIdSchema.nullable(),
  x: length,
  y: length,
  width: size,
  height: size,
  rotationDeg: z.number().min(-360).max(360),
});

/** A key of a path; never one that could reach a prototype. */
const pathKey = z.string().max(200).refine(isSafeKey);
const path = listOf(pathKey, 40, 1);

/** Sets a property by path; without `to`, deletes it. */
export const valueEditSchema = z.object({
  path,
  to: z.unknown().optional(),
  from: z.unknown().optional(),
  /** Writes only if the value is still `from` (absent if `from` is missing). */
  guarded: z.literal(true).optional(),
});

/**
 * Where on the page the sender saw a block in a group, in the space of its section, and how far it
 * has moved it there: others may move the corner of the group meanwhile.
 */
const seenOnPage = z.object({
  section: blockIdSchema,
  x: length,
  y: length,
  byX: length,
  byY: length,
});

/**
 * The siblings between which the sender of an undo saw a block; null at the end of the order. They
 * tell whether it has been moved since, even if the room has given it another number.
 */
const seenBetween = z.object({
  lower: blockIdSchema.nullable(),
  upper: blockIdSchema.nullable(),
});

/** An update of one block, in parts that merge independently. */
export const thingUpdateSchema = z.object({
  uuid: blockIdSchema,
  /** The new position, and the parent that the sender saw. */
  position: positionUnitSchema
    .extend({ seenParentUuid: blockIdSchema.nullable(), seen: seenOnPage.optional() })
    .optional(),
  /** Writes the position only if the block still has this one. */
  positionFrom: positionUnitSchema.optional(),
  /**
   * The z-order. `above` is the sibling below the block (null for the lowest), absent if only
   * the number changes. `to` is used if it gives that order; otherwise a new number is chosen.
   */
  zIndex: z
    .object({
      to: order,
      above: blockIdSchema.nullable().optional(),
      from: order.optional(),
      seenBetween: seenBetween.optional(),
    })
    .optional(),
  /** The order of sections. `after` is the section before it; null for the first. */
  groupOrder: z
    .object({
      to: order,
      after: blockIdSchema.nullable().optional(),
      from: order.optional(),
      seenBetween: seenBetween.optional(),
    })
    .optional(),
  values: listOf(valueEditSchema, ROOM_LIMITS.maxValuesPerEdit).optional(),
  /** The version of the content that the sender saw. Content of another version is not written. */
  contentVersion: contentVersionSchema.optional(),
});

/** A block, which is validated when the op is applied. */
export const thingSchema = z.looseObject({ uuid: blockIdSchema });

const things = listOf(thingSchema, ROOM_LIMITS.maxThingsPerIntent, 1);

/** An undo or redo. It is not rejected because of blocks that have been locked since. */
const replay = z.literal(true).optional();

/**
 * Commands on the whole page or a whole section. The room runs them on its own page, including
 * blocks that the sender has not seen. With `from` or `replay` they are undos or redos.
 */
const pageIntents = [
  z.object({
    type: z.literal('set-reference-width'),
    px: z.number().positive().max(100_000),
    /** Whether px values are scaled; otherwise positions are converted. */
    scale: z.boolean(),
    /** Does nothing if the page has another reference width. */
    from: z.number().optional(),
  }),
  z.object({
    type: z.literal('resize-section'),
    section: blockIdSchema,
    width: size,
    /** Does nothing if the section has another width. */
    from: z.number().optional(),
  }),
  z.object({
    type: z.literal('slice-section'),
    section: blockIdSchema,
    /** The cut, in the section's space. */
    y: length,
    /** Space to insert there; negative to remove at most that much empty space. */
    by: length,
    replay,
  }),
] as const;

/**
 * Schema for one intent of an op. Names and fields are those of the specification's messages.
 * Blocks are validated when the op is applied, so that an invalid one is rejected with a code and a
 * path.
 */
export const intentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('add-things'), things }),
  z.object({
    type: z.literal('restore-things'),
    things,
    /** An undo or redo, which restores blocks in the state that they were removed in. */
    replay,
    /** Blocks that it restores in another state. */
    changed: listOf(blockIdSchema, ROOM_LIMITS.maxThingsPerIntent).optional(),
  }),
  z.object({
    type: z.literal('remove-things'),
    removedUuids: listOf(blockIdSchema, ROOM_LIMITS.maxThingsPerIntent, 1),
    replay,
  }),
  z.object({
    type: z.literal('update-things'),
    updated: listOf(thingUpdateSchema, ROOM_LIMITS.maxThingsPerIntent, 1),
    replay,
  }),
  ...pageIntents,
  z.object({
    type: z.literal('replace-page'),
    settings: z.looseObject({}),
    style: z.looseObject({}),
    things,
  }),
  z.object({
    type: z.literal('update-page'),
    /** Changed values, by path below `settings` or `style`, or flags. */
    partialPage: listOf(valueEditSchema, ROOM_LIMITS.maxValuesPerEdit, 1),
  }),
]);

/** The intents of an op, in order. */
export const intentsSchema = listOf(intentSchema, ROOM_LIMITS.maxIntentsPerOp, 1).refine(
  (intents) => countCommands(intents) <= ROOM_LIMITS.maxCommands,
);

/** Whether an update writes the text of its block, even if it becomes blank. */
export function writesText({ values = [] }: ThingUpdate): boolean {
  return values.some(({ path }) => isTextPath(path));
}

/** Whether a field of a block is its content or the version of that. */
export function isContentField(field: string | undefined): boolean {
  return field === 'content' || field === 'contentVersion';
}

const COMMANDS: ReadonlySet<unknown> = new Set<Intent['type']>([
  'set-reference-width',
  'resize-section',
  'slice-section',
  'replace-page',
]);

/**
 * The number of commands on the whole page or a section in unparsed intents. Their cost depends on
 * the page, not on their size.
 */
export function countCommands(intents: readonly unknown[]): number {
  return intents.filter((intent) => isRecord(intent) && COMMANDS.has(intent.type)).length;
}

/** The number of undos of removals in unparsed intents, which may restore more than they contain. */
export function countUndoneRemovals(intents: readonly unknown[]): number {
  return intents.filter(
    (intent) => isRecord(intent) && intent.type === 'restore-things' && intent.replay === true,
  ).length;
}

/** One intent of an op: what its sender wants to change. */
export type Intent = z.infer<typeof intentSchema>;
/** A command on the whole page or a whole section, other than replacing the page. */
export type PageIntent = z.infer<(typeof pageIntents)[number]>;
export type ThingUpdate = z.infer<typeof thingUpdateSchema>;
export type SeenBetween = z.infer<typeof seenBetween>;
export type SeenOnPage = z.infer<typeof seenOnPage>;
export type RoomValueEdit = z.infer<typeof valueEditSchema>;
