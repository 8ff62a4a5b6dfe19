import { EDITOR_VERSION } from '../../constants/editorVersion.ts';
import { GEOMETRY } from '../../constants/geometry.ts';
import { checkTree } from '../../parsing/checkTree.ts';
import { isSection } from '../../model/Block.ts';
import { deepFreeze, markFrozen } from '../../model/json.ts';
import { type Page, pageEnvelopeSchema } from '../../model/Page.ts';
import { problemOfIssues } from '../../parsing/pageProblem.ts';
import { INDEX_SLUG } from '../../model/pageSlug.ts';
import { parsePageFast } from '../../parsing/fastPath.ts';
import { readNumber } from '../legacy/readNumber.ts';
import { readFlag } from '../legacy/readFlag.ts';
import type {
  JsonRecord,
  LegacyBlock,
  LegacyPage,
  LegacyThings,
  MigrationContext,
} from '../Migration.ts';
import { limitPositions } from './limitPositions.ts';
import { repairBlock } from './repairBlock.ts';
import { repairJson } from './repairJson.ts';
import { repairTree } from './repairTree.ts';
import { orderSections } from './orderSections.ts';
import { repairZIndices } from './repairZIndices.ts';

/** Defaults for missing fields: those of a page never stored, with the visibility of a new one. */
const IDENTITY = {
  ID: 0,
  slug: INDEX_SLUG,
  site: { ID: 0, slug: '' },
  accountID: 0,
  isPublic: true,
  isListed: false,
  isPeekable: false,
  createdAt: '1970-01-01T00:00:00.000Z',
  updatedAt: '1970-01-01T00:00:00.000Z',
} as const;
/** Fields that older pages did not have. */
const NEW_FIELDS = { isDisabled: false, revision: 0 } as const;
/** Visibility fields with their most private value, which replaces unreadable ones. */
const MOST_PRIVATE = {
  isPublic: false,
  isListed: false,
  isPeekable: false,
  isDisabled: true,
  isRestricted: true,
} as const;

const MAX_HEIGHT = 10_000;

/**
 * The last step of every migration: brings a page in the current shape within the current limits
 * and validates it like `parsePage`. Violations are repaired and reported where possible, so that
 * old pages open.
 *
 * @param page plain objects that are not shared; they are frozen
 * @throws CobbleError with a page code and the path of what could not be repaired
 */
export function finishPage(page: LegacyPage, context: MigrationContext): Page {
  const blocks = repairStructure(page, context);
  const things = byId(blocks.map((block) => repairBlock(block, context)));
  const finished = { ...finishFields(page, blocks, context), things } as unknown as Page;
  const problem = checkTree(finished.things, context.kits);
  if (problem) throw problem;
  deepFreeze(finished);
  markFrozen(finished.things);
  return finished;
}

/**
 * Fast path for a page without violations: checks, copies and freezes it in one pass. Returns null
 * for any other page.
 */
export function finishValidPage(page: LegacyPage, context: MigrationContext): Page | null {
  const blocks = repairStructure(page, context);
  const fields = finishFields(page, blocks, context);
  const finished = parsePageFast({ ...fields, things: byId(blocks) });
  return finished && checkTree(finished.things, context.kits) === null ? finished : null;
}

function repairStructure(page: LegacyPage, context: MigrationContext): LegacyThings {
  const limited = limitPositions(repairTree(page.things, context), context);
  return orderSections(repairZIndices(limited, context));
}

function byId(blocks: LegacyThings): Readonly<Record<string, LegacyBlock>> {
  const things: Record<string, LegacyBlock> = {};
  for (const block of blocks) things[block.uuid] = block;
  return things;
}

function finishFields(
  page: LegacyPage,
  things: LegacyThings,
  context: MigrationContext,
): JsonRecord {
  const { warn } = context;
  const { things: _, ...stored } = page;
  const fields: Record<string, unknown> = {
    ...stored,
    relativeHeight: heightOf(stored.relativeHeight, things),
    settings: finishSettings(page.settings, context),
  };
  for (const [field, value] of Object.entries(NEW_FIELDS)) fields[field] ??= value;
  for (const [field, mostPrivate] of Object.entries(MOST_PRIVATE)) {
    const value = fields[field];
    if (value === undefined || typeof value === 'boolean') continue;
    const read = readFlag(value);
    if (read === null || value === null) warn([field], 'value_replaced');
    fields[field] = read ?? mostPrivate;
  }
  for (const [field, value] of Object.entries(IDENTITY)) {
    if (fields[field] !== undefined && fields[field] !== null) continue;
    warn([field], 'value_replaced');
    fields[field] = value;
  }
  if (fields.slug === '') fields.slug = INDEX_SLUG;
  const first = pageEnvelopeSchema.safeParse(fields);
  if (first.success) return fields;
  const repaired = repairJson(fields, {
    check: (value) =>
      (pageEnvelopeSchema.safeParse(value).error?.issues ?? []).filter(isRepairable),
    defaults: { ...IDENTITY, ...NEW_FIELDS },
    warn: (path, code) => warn(path.map(String), code),
  });
  const result = pageEnvelopeSchema.safeParse(repaired ?? fields);
  if (!result.success) throw problemOfIssues(result.error, []);
  return repaired ?? fields;
}

/** A slug is part of an address, so it is not repaired. */
function isRepairable({ path }: { readonly path: readonly PropertyKey[] }): boolean {
  return path[0] !== 'slug';
}

function finishSettings(settings: JsonRecord, { warn }: MigrationContext): JsonRecord {
  const stored = readNumber(settings.referenceWidth) ?? GEOMETRY.defaultReferenceWidthPx;
  const referenceWidth = Math.min(
    GEOMETRY.maxContentWidthPx,
    Math.max(GEOMETRY.minWindowWidthPx, stored),
  );
  if (referenceWidth !== stored) warn(['settings', 'referenceWidth'], 'value_limited');
  return { ...settings, referenceWidth, editorVersion: EDITOR_VERSION };
}

/** The sum of the sections' heights, or the page's own value if it is equal up to rounding. */
function heightOf(stored: unknown, things: LegacyThings): number {
  let sum = 0;
  for (const block of things) if (isSection(block)) sum += block.position.height;
  const height = Math.min(MAX_HEIGHT, sum);
  return typeof stored === 'number' && Math.abs(stored - height) < 1e-9 ? stored : height;
}
