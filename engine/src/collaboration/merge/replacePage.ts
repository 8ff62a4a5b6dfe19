import { equalJson } from '../../model/json.ts';
import type { Block } from '../../model/Block.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
import { checkTree } from '../../parsing/checkTree.ts';
import type { OpRejection } from '../protocol/codes.ts';
import type { Intent } from '../protocol/intents.ts';
import { checkFields } from '../page/checkWritten.ts';
import type { Work } from '../Work.ts';
import { refuseEdit, refuseAddingTo } from './lockRules.ts';
import type { Resolution } from './Resolution.ts';

/**
 * Replaces settings, style and blocks. Blocks that were removed before may return. If some of the
 * page's blocks stay, locked ones must stay as they are; otherwise it is a different page, and
 * `locked` does not count. Blocks that someone else is editing must stay as they are in any case.
 * Pauses at each block.
 */
export function* replacePage(
  op: Resolution,
  { settings, style, things: given }: Intent & { readonly type: 'replace-page' },
): Work<Refusal<OpRejection> | null> {
  const { records } = op;
  const things: Record<string, Block> = {};
  for (const block of given) {
    things[block.uuid] = block as unknown as Block;
    yield;
  }
  const malformed = given.find(
    ({ parentUuid }) => !['undefined', 'string'].includes(typeof parentUuid),
  );
  if (malformed) return refuse('invalid_page', { path: `things.${malformed.uuid}.parentUuid` });
  const problem = checkTree(things, op.kits);
  if (problem) return refuse('invalid_page', { ...problem.details, message: problem.reason });
  const current = [...records.blocks.values()];
  const keepsBlocks = current.some(({ uuid }) => Object.hasOwn(things, uuid));
  for (const block of current) {
    yield;
    const next = things[block.uuid];
    if (equalJson(block, next)) continue;
    if (next && next.type !== block.type)
      return refuse('invalid_page', { path: `things.${block.uuid}.type` });
    const refused = refuseEdit(op, block, !keepsBlocks) ?? refuseNewParent(op, block, next);
    if (refused) return refused;
  }
  for (const block of Object.values(things)) {
    yield;
    const now = records.blocks.get(block.uuid);
    const refused = now || !keepsBlocks ? null : refuseNewParent(op, undefined, block);
    if (refused) return refused;
    if (!equalJson(now, block)) records.put(block);
  }
  for (const { uuid } of current) {
    yield;
    if (!Object.hasOwn(things, uuid)) records.delete(uuid, false);
  }
  // Only the room migrates a page.
  const { editorVersion } = records.fields.settings;
  records.setFields({
    ...records.fields,
    settings: { ...(settings as typeof records.fields.settings), editorVersion },
    style,
  });
  // Both concern the previous blocks.
  op.converted.clear();
  op.shrunk.clear();
  op.hasEffect = true;
  return checkFields(records);
}

/** Refuses to add or move a block to a locked section or group. */
function refuseNewParent(
  op: Resolution,
  from: Block | undefined,
  to: Block | undefined,
): Refusal<OpRejection> | null {
  const parent = to?.parentUuid;
  if (parent === undefined || parent === from?.parentUuid) return null;
  return op.records.blocks.has(parent) ? refuseAddingTo(op, parent) : null;
}
