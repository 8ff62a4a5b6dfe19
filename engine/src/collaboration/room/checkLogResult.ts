import { inputError } from '../../model/inputError.ts';
import { isRecord } from '../../model/json.ts';
import type { RoomLog } from './RoomLog.ts';

/** The calls of a log whose results are checked. */
export type CheckedCall =
  'open' | 'append' | 'renew' | 'entriesAfter' | 'clientState' | 'entriesOf';
type ResultOf<Call extends CheckedCall> = Awaited<ReturnType<RoomLog[Call]>>;

const RULES: Readonly<
  Record<CheckedCall, readonly [isValid: (result: unknown) => boolean, rule: string]>
> = {
  open: [
    isOpenedRoom,
    'an object with an epoch, a snapshot (seq, page, removed, horizonSeq), entries and previousOwnerQuietMs',
  ],
  append: [
    isOutcome,
    "{ ok: true }, or to { ok: false } with the code 'stale_epoch' or 'conflict'",
  ],
  renew: [(result) => typeof result === 'boolean', 'true or false'],
  entriesAfter: [(result) => result === null || isEntries(result), 'a list of entries or null'],
  clientState: [isClientState, 'an object with lastMid and accountId, or null'],
  entriesOf: [isEntries, 'a list of entries'],
};

/**
 * Checks what a call of the host's log has resolved to. A wrong result would otherwise cause an error
 * without a code elsewhere in the room, or be mistaken for a valid result. The page is checked when
 * it is restored.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkLogResult<Call extends CheckedCall>(
  call: Call,
  result: ResultOf<Call>,
): ResultOf<Call> {
  const problem = problemOfLogResult(call, result);
  if (problem !== null) throw inputError(`options.log.${call}`, problem);
  return result;
}

/** What is wrong with what a call of a log has resolved to; null for a valid result. */
export function problemOfLogResult(call: CheckedCall, result: unknown): string | null {
  const [isValid, rule] = RULES[call];
  return isValid(result) ? null : `must resolve to ${rule}`;
}

/** Whether the results of a call of a log are checked. */
export function isCheckedCall(call: string): call is CheckedCall {
  return Object.hasOwn(RULES, call);
}

function isOpenedRoom(result: unknown): boolean {
  if (!isRecord(result)) return false;
  const { epoch, snapshot, entries, previousOwnerQuietMs: quietMs } = result;
  return (
    isCounter(epoch) &&
    isRecord(snapshot) &&
    isCounter(snapshot.seq) &&
    Array.isArray(snapshot.removed) &&
    isCounter(snapshot.horizonSeq) &&
    isEntries(entries) &&
    (quietMs === null || (typeof quietMs === 'number' && !Number.isNaN(quietMs)))
  );
}

function isOutcome(result: unknown): boolean {
  if (!isRecord(result)) return false;
  const { ok, code } = result;
  return ok === true || (ok === false && (code === 'stale_epoch' || code === 'conflict'));
}

function isClientState(result: unknown): boolean {
  if (result === null) return true;
  return isRecord(result) && isCounter(result.lastMid) && Number.isInteger(result.accountId);
}

function isEntries(result: unknown): boolean {
  return (
    Array.isArray(result) &&
    result.every((entry) => isRecord(entry) && isCounter(entry.seq) && isRecord(entry.patch))
  );
}

/** A database driver may return large numbers as strings. */
function isCounter(value: unknown): boolean {
  return Number.isInteger(value);
}
