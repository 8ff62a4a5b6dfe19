import type { Presence } from './protocol/roomMessages.ts';

/** What ends when a client has been silent for 3 s. The rest stays until it leaves. */
const ACTIVITY: ReadonlySet<string> = new Set<keyof Presence>([
  'cursor',
  'selection',
  'uploading',
  'inProgress',
  'caret',
  'view',
]);

/** Who a client is and whom it follows, without what it is doing. */
export function withoutActivity(presence: Presence): Presence {
  const lasting = Object.entries(presence).filter(([name]) => !ACTIVITY.has(name));
  return Object.fromEntries(lasting) as unknown as Presence;
}

/** Whether a client is doing anything that others are shown. */
export function isActive(presence: Presence): boolean {
  const { cursor, selection = [], uploading = [], inProgress, caret, view } = presence;
  const isPointing = Boolean(cursor ?? inProgress ?? caret ?? view);
  return isPointing || selection.length + uploading.length > 0;
}
