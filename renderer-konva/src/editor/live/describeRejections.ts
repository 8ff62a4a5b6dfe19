import type { RejectedOp, RejectionCode } from '@cobble/engine/collaboration';
import type { Translate } from '../messages/Translate.ts';

/** What an op would have done, to how many blocks. */
interface Effect {
  readonly kind: 'added' | 'removed' | 'changed' | 'page';
  readonly count: number;
}

/** The fields of intents that say what they are about; the room's client made them. */
interface AnyIntent {
  readonly type?: string;
  readonly things?: readonly unknown[];
  readonly removedUuids?: readonly string[];
  readonly updated?: readonly { readonly uuid?: string }[];
}

type Reason =
  | 'changed'
  | 'fullPage'
  | 'gone'
  | 'lastSection'
  | 'locked'
  | 'notPermitted'
  | 'tooLarge'
  | 'tooMuch';

/** By code of `RejectedOp`. Others mean that the change does not fit the page of the others. */
const REASONS: Readonly<Partial<Record<RejectionCode, Reason>>> = {
  gone: 'gone',
  block_locked: 'locked',
  locked_by_other: 'locked',
  lock_lost: 'locked',
  things_per_page_limit_exceeded: 'fullPage',
  page_size_limit_exceeded: 'tooLarge',
  cannot_delete_last_section: 'lastSection',
  not_permitted: 'notPermitted',
  read_only: 'notPermitted',
  too_complex: 'tooMuch',
  too_large: 'tooMuch',
};

/** One message about changes that the room has not applied: what was lost, and why. */
export function describeRejections(t: Translate, ops: readonly RejectedOp[]): string {
  return t('rejection.notice', { what: whatOf(t, ops), reason: reasonOf(t, ops) });
}

/**
 * Whether the user need not be told about a rejected op: a dialog offers its text, or what was to be
 * deleted is deleted anyway.
 *
 * @param isOffered whether a text of a block is offered
 */
export function isExplained(
  { code, intents }: RejectedOp,
  isOffered: (uuid: string) => boolean,
): boolean {
  const all = intents as readonly AnyIntent[];
  if (code === 'gone' && all.every(({ type }) => type === 'remove-things')) return true;
  const uuids = all.flatMap(({ updated = [] }) => updated.map(({ uuid = '' }) => uuid));
  return all.every(({ type }) => type === 'update-things') && uuids.some(isOffered);
}

function whatOf(t: Translate, ops: readonly RejectedOp[]): string {
  const effects = ops.map(({ intents }) => effectOf(intents as readonly AnyIntent[]));
  const [first] = effects;
  const isSame = first !== undefined && effects.every(({ kind }) => kind === first.kind);
  if (!isSame) return t('rejection.several', { count: ops.length });
  const count = effects.reduce((sum, each) => sum + each.count, 0);
  return t(`rejection.${first.kind}`, { count });
}

/** Of several effects, the most noticeable: adding a block also makes its section higher. */
function effectOf(intents: readonly AnyIntent[]): Effect {
  const isWhole = intents.some(({ type }) => type === 'replace-page');
  const added = intents.flatMap(({ things = [] }) => things).length;
  const removed = intents.flatMap(({ removedUuids = [] }) => removedUuids).length;
  const changed = intents.flatMap(({ updated = [] }) => updated.map(({ uuid }) => uuid));
  if (isWhole) return { kind: 'page', count: 1 };
  if (added > 0) return { kind: 'added', count: added };
  if (removed > 0) return { kind: 'removed', count: removed };
  if (changed.length > 0) return { kind: 'changed', count: new Set(changed).size };
  return { kind: 'page', count: 1 };
}

function reasonOf(t: Translate, ops: readonly RejectedOp[]): string {
  const reasons = new Set(ops.map(({ code }): Reason => REASONS[code] ?? 'changed'));
  const [reason = 'changed'] = reasons;
  return t(`rejectionReason.${reasons.size === 1 ? reason : 'changed'}`);
}
