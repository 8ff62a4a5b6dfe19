import { diffPages, isEmptyChange } from '../../model/changes.ts';
import { equalJson } from '../../model/equalJson.ts';
import { EDITOR_VERSION } from '../../constants/editorVersion.ts';
import type { Page } from '../../model/Page.ts';
import { openStored } from '../room/openStored.ts';
import { LogReplay } from './replayLog.ts';
import type { World } from './World.ts';

/** I6: whoever opens the log from a snapshot at any place of it has the page that all of it makes. */
export function cutsFit({ log, random }: World): string | null {
  const { entries, first } = log;
  const cut = Math.floor(random() * (entries.length + 1));
  const start = new LogReplay(first.page);
  for (const entry of entries.slice(0, cut)) start.apply(entry);
  const whole = new LogReplay(start.page);
  for (const [uuid, seq] of start.removed) whole.removed.set(uuid, seq);
  for (const entry of entries.slice(cut)) whole.apply(entry);
  const removed = [...start.removed].map(([uuid, seq]) => ({ uuid, seq }));
  const { state, migration } = openStored(
    {
      epoch: 1,
      snapshot: { seq: cut, page: start.page, removed, horizonSeq: 0 },
      entries: entries.slice(cut),
      previousOwnerQuietMs: null,
    },
    {},
  );
  // A page that nobody has opened is migrated by whoever does.
  if ((migration !== null) !== isOld(whole.page)) return `I6: migrated anew after ${String(cut)}`;
  const isSame = isEmptyChange(
    diffPages({ ...state.page, revision: 0 }, { ...whole.page, revision: 0 }),
  );
  if (!migration && !isSame) return `I6: what follows ${String(cut)} makes another page`;
  const kept = state.removals.removed.map(({ uuid, seq }) => [uuid, seq]);
  return equalJson(kept.sort(), [...whole.removed].sort())
    ? null
    : `I6: what follows ${String(cut)} removes other blocks`;
}

function isOld(page: Page): boolean {
  return page.settings.editorVersion !== EDITOR_VERSION;
}
