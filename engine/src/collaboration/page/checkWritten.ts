import { asBuiltin, findDefinition, type Kit } from '../../blocks/builtinBlocks.ts';
import { checkKitContent } from '../../blocks/checkContent.ts';
import { type Block, isSection, MAX_GROUP_DEPTH } from '../../model/Block.ts';
import { checkBlock } from '../../parsing/checkBlock.ts';
import type { CobbleError } from '../../model/CobbleError.ts';
import { equalJson } from '../../model/json.ts';
import { pageSettingsSchema, pageStyleSchema } from '../../model/Page.ts';
import { pageProblem, problemOfIssues } from '../../parsing/pageProblem.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
import type { OpRejection } from '../protocol/codes.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { type JsonLimits, measureJson, OP_SIZE } from '../protocol/measureJson.ts';
import type { Work } from '../Work.ts';
import { type Crowded, findCrowded } from './findCrowded.ts';
import type { PageRecords } from './PageRecords.ts';

/**
 * Validates what the innermost step has written: blocks by their schemas, new parents, and that a
 * section exists. If the blocks were valid before the step, and removed ones were removed with
 * their descendants, null means that they still are (I7). Pauses after each block.
 */
export function* checkWritten(
  records: PageRecords,
  kits: readonly Kit[],
): Work<Refusal<OpRejection> | null> {
  if (records.sectionIds.size === 0) return refuse('cannot_delete_last_section');
  for (const uuid of records.written) {
    const before = records.before(uuid);
    const now = records.blocks.get(uuid);
    if (!now || now === before) continue;
    if (measureJson(now, BLOCK_SIZE) === null)
      return refuse('invalid_block', { path: `things.${uuid}`, message: 'is too large' });
    const crowded = findCrowded(now, records.lastBefore(uuid), ['things', uuid]);
    if (crowded) return tooManyKeys('invalid_block', crowded);
    const problem = checkBlock(now, ['things', uuid]) ?? kitProblemOf(now, before, kits);
    if (problem) return refusalOf('invalid_block', problem);
    const isMoved = before?.parentUuid !== now.parentUuid || before?.type !== now.type;
    const misplaced = isMoved ? checkAncestors(records, now, kits) : null;
    if (misplaced) return misplaced;
    yield;
  }
  return null;
}

/** Validates the page's settings and style. */
export function checkFields(records: PageRecords): Refusal<OpRejection> | null {
  const { settings, style } = records.fields;
  if (measureJson([settings, style], FIELDS_SIZE) === null)
    return refuse('invalid_page', { path: 'settings', message: 'is too large' });
  const { settings: settingsBefore, style: styleBefore } = records.fieldsBefore;
  const crowded =
    findCrowded(settings, settingsBefore, ['settings']) ??
    findCrowded(style, styleBefore, ['style']);
  if (crowded) return tooManyKeys('invalid_page', crowded);
  const checked = pageSettingsSchema.safeParse(settings);
  if (!checked.success)
    return refusalOf('invalid_page', problemOfIssues(checked.error, ['settings']));
  const checkedStyle = pageStyleSchema.safeParse(style);
  return checkedStyle.success
    ? null
    : refusalOf('invalid_page', problemOfIssues(checkedStyle.error, ['style']));
}

/**
 * The problem with a block's new content, if its kit has the same version. Content of another version
 * is left to those who have that version, and a block that is added or restored may be one that no
 * kit could read before: both count as blocks of an unknown type.
 */
function kitProblemOf(
  now: Block,
  before: Block | undefined,
  kits: readonly Kit[],
): CobbleError | null {
  if (!before || now.content === before.content) return null;
  const definition = findDefinition(now.type, kits);
  if (!definition || asBuiltin(now) || equalJson(now.content, before.content)) return null;
  const problem = checkKitContent(definition, now);
  if (problem?.code !== 'content_invalid') return null;
  const { path, message, cause } = problem;
  return pageProblem(['things', now.uuid, ...path], message, { cause });
}

const BLOCK_SIZE: JsonLimits = { ...OP_SIZE, values: ROOM_LIMITS.maxBlockValues };
const FIELDS_SIZE: JsonLimits = { ...OP_SIZE, values: ROOM_LIMITS.maxFieldValues };

function tooManyKeys(code: OpRejection, { path, count }: Crowded): Refusal<OpRejection> {
  const { maxKeys: max } = ROOM_LIMITS;
  const message = `must not have more than ${String(max)} properties`;
  return refuse(code, { path: path.join('.'), message, count, max });
}

function refusalOf(code: OpRejection, problem: CobbleError): Refusal<OpRejection> {
  return refuse(code, { ...problem.details, message: problem.reason });
}

function checkAncestors(
  records: PageRecords,
  block: Block,
  kits: readonly Kit[],
): Refusal<OpRejection> | null {
  const path = `things.${block.uuid}.parentUuid`;
  const invalid = (message: string): Refusal<OpRejection> =>
    refuse('invalid_block', { path, message });
  if (records.childIds(block.uuid).size > 0 && !containsBlocks(block, kits))
    return invalid('must stay a section or group, because it contains blocks');
  if (isOwnDescendant(records, block)) return refuse('cycle', { uuid: block.uuid });
  let depth = heightOf(records, block.uuid, MAX_GROUP_DEPTH);
  let ancestor = block;
  while (ancestor.parentUuid !== undefined) {
    const parent = records.blocks.get(ancestor.parentUuid);
    if (!parent) return refuse('gone', { uuid: ancestor.parentUuid });
    if (!containsBlocks(parent, kits)) return invalid('must be a section or group');
    depth += 1;
    // The section counts too. `checkTree` has the same limit.
    if (depth > MAX_GROUP_DEPTH + 1) return invalid('must not be nested too deeply');
    ancestor = parent;
  }
  return isSection(ancestor) ? null : invalid('must be the id of a section or group');
}

function isOwnDescendant(records: PageRecords, block: Block): boolean {
  const seen = new Set<string>();
  let each: Block | undefined = block;
  while (each?.parentUuid !== undefined) {
    if (seen.has(each.uuid)) return true;
    seen.add(each.uuid);
    each = records.blocks.get(each.parentUuid);
  }
  return false;
}

/** The number of levels of a block with its descendants; counts at most `limit + 1`. */
function heightOf(records: PageRecords, uuid: string, limit: number): number {
  if (limit === 0) return 1;
  let height = 0;
  for (const child of records.childIds(uuid))
    height = Math.max(height, heightOf(records, child, limit - 1));
  return height + 1;
}

function containsBlocks(block: Block, kits: readonly Kit[]): boolean {
  return findDefinition(block, kits)?.capabilities.containsBlocks === true;
}
