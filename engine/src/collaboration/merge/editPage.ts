import { refuse, type Refusal } from '../../model/Result.ts';
import type { OpRejection } from '../protocol/codes.ts';
import type { PageIntent } from '../protocol/intents.ts';
import type { Work } from '../Work.ts';
import { refuseEdit } from './lockRules.ts';
import { pageEffect } from './pageEffect.ts';
import type { Resolution } from './Resolution.ts';

/**
 * Runs a command on the whole page or a section, which must not be locked. Locked blocks in it are
 * moved and scaled. Blocks that others are editing are moved too; a command that would scale them is
 * rejected. Instead of being rejected, an undo does nothing in a locked section, and leaves blocks
 * that others are editing unscaled. Pauses at each block.
 */
export function* editPage(op: Resolution, intent: PageIntent): Work<Refusal<OpRejection> | null> {
  const { records } = op;
  const refused = 'section' in intent ? refuseSection(op, intent.section) : null;
  const isReplay = 'from' in intent || 'replay' in intent;
  if (refused && !isReplay) return refused;
  const effect = refused ? null : yield* pageEffect(records, intent, op);
  if (!effect) {
    op.isModified = true;
    return null;
  }
  for (const block of effect.blocks) {
    yield;
    const now = records.blocks.get(block.uuid);
    if (block === now) continue;
    if (block.styles !== now?.styles || block.content !== now.content)
      if (op.isLockedByOther(block.uuid)) return refuse('locked_by_other', { uuid: block.uuid });
    records.put(block);
  }
  if (effect.fields) records.setFields(effect.fields);
  op.hasEffect = true;
  return null;
}

function refuseSection(op: Resolution, uuid: string): Refusal<OpRejection> | null {
  const section = op.records.blocks.get(uuid);
  if (!section) op.gone.add(uuid);
  else if (section.parentUuid !== undefined)
    return refuse('invalid_block', { path: `things.${uuid}.parentUuid` });
  return section ? refuseEdit(op, section, false) : null;
}
