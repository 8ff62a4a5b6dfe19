import { expect } from 'chai';
import fc from 'fast-check';
import { type Change, diffPages, isEmptyChange } from '../../model/Change.ts';
import type { Page } from '../../model/Page.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { changeToIntents } from '../merge/changeToIntents.ts';
import { resolveIntents } from '../merge/resolveIntents.ts';
import type { ResolveContext } from '../merge/Resolution.ts';
import { StreamHistory } from '../merge/StreamHistory.ts';
import { applyPatch, patchOf } from '../page/pagePatch.ts';
import { PageRecords } from '../page/PageRecords.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import { type EditorStep, editorStep, runStep } from '../testing/editorSteps.ts';
import { SimClock } from '../testing/SimClock.ts';
import { firstPage } from '../testing/Simulation.ts';
import { Timers } from '../Timers.ts';
import { finish } from '../Work.ts';
import type { PendingOp } from './Outbox.ts';
import { SharedPage } from './SharedPage.ts';

const CONTEXT: ResolveContext = {
  kits: [],
  maxBlocks: 40,
  role: 'owner',
  baseSeq: 0,
  isLockedByOther: () => false,
  senderHistory: { hasAdded: () => true, hasLocked: () => true, hasRemoved: () => true },
};

/** A shared page with the ops that are pending, and what it reports. */
function open(page: Page, ops: readonly PendingOp[]) {
  const opened = {
    pending: ops,
    changes: new Array<Change>(),
    /** Called when entries arrive, to remove acknowledged ops. */
    acknowledge: (): void => undefined,
  };
  const shared = new SharedPage(
    page,
    { maxBlocks: CONTEXT.maxBlocks },
    {
      timers: new Timers(new SimClock()),
      baseSeq: 0,
      send: () => expect.fail('no entry is missing'),
      role: () => CONTEXT.role,
      isLockedByOther: CONTEXT.isLockedByOther,
      isOwnId: (clientId) => clientId === 'mine',
      pending: () => opened.pending,
      onArrived: () => {
        opened.acknowledge();
      },
      onApplied: () => undefined,
      onPredicted: () => undefined,
      onChange: (change) => void opened.changes.push(change),
      onShown: () => undefined,
      onUnreadablePage: () => expect.fail('the page is valid'),
    },
  );
  const pageOf = (): Page => shared.records?.toPage() ?? expect.fail('there is a page');
  return Object.assign(opened, { shared, page: pageOf });
}

const steps = (minLength: number) => fc.array(editorStep, { minLength, maxLength: 6 });

/** The ops of edits and undos on an otherwise unchanged page. */
function opsOf(edits: readonly EditorStep[], prefix: string, undos = 0): PendingOp[] {
  let ids = 0;
  const createId = (): string => `${prefix}-${String(++ids)}`;
  const editor = makeTestEditor(Object.values(firstPage().things), { environment: { createId } });
  const records = new PageRecords(editor.page);
  const ops: PendingOp[] = [];
  editor.onChange((change, origin) => {
    const intents = changeToIntents(change, records, { isReplay: origin !== 'edit' });
    if (intents.length > 0)
      ops.push({ clientId: prefix, mid: ops.length + 1, baseSeq: 0, intents });
    applyPatch(records, finish(patchOf(change)));
  });
  for (const edit of edits) runStep(editor, edit);
  for (let left = undos; left > 0; left--) editor.undo();
  return ops;
}

function expectSame(a: Page, b: Page, what: string): void {
  expect(diffPages(a, b), what).to.satisfy(isEmptyChange);
}

/** Checks that the page shown with own ops on top of others' equals the room's result. */
function checkShown(
  theirs: readonly EditorStep[],
  mine: readonly EditorStep[],
  undos: number,
): void {
  const page = makeTestEditor(Object.values(firstPage().things)).page;
  const pending = opsOf(mine, 'mine', undos);
  const room = new PageRecords(page);
  const history = new StreamHistory(0);
  const opened = open(page, pending);
  const { shared } = opened;
  for (const op of pending) shared.add(op);
  let seq = 0;
  const decide = (clientId: string, { mid, intents }: PendingOp): StreamEntry => {
    const at = { seq: ++seq, epoch: 1, clientId, accountId: 1, mid };
    room.seq = seq;
    const senderHistory = history.of((id) => id === clientId);
    const resolved = resolveIntents(room, intents, { ...CONTEXT, senderHistory });
    const entry: StreamEntry = resolved.ok
      ? {
          ...at,
          status: resolved.value.status,
          patch: finish(patchOf(resolved.value.change)),
        }
      : { ...at, status: 'rejected', patch: {}, code: resolved.code };
    history.add(entry);
    return entry;
  };
  const entries = opsOf(theirs, 'theirs').map((op) => decide('theirs', op));
  shared.receive(entries);
  const shown = opened.page();
  for (const [index, op] of pending.entries()) {
    opened.acknowledge = () => {
      opened.pending = pending.slice(index + 1);
    };
    opened.changes = [];
    shared.receive([decide('mine', op)]);
    const response = `response to ${String(op.mid)}`;
    expect(opened.changes, response).to.have.length(1);
    for (const change of opened.changes) expect(change, response).to.satisfy(isEmptyChange);
  }
  expectSame(opened.page(), shown, 'shown');
  expectSame(room.toPage(), shown, 'in the room');
}

describe('the shown page', () => {
  it("equals the room's result for its own ops on top of others', so that acknowledgements change nothing [R7, R11]", () => {
    fc.assert(fc.property(steps(1), steps(1), fc.nat(3), checkShown), { numRuns: 150 });
  });

  it("restores no block whose addition someone's lock has prevented [R7, R31]", () => {
    const step = (name: string, run: EditorStep['run']): EditorStep => ({ name, run });
    const lock = step('lock', (editor) => editor.setLocked(true, ['g']));
    const group = step('group', (editor) => {
      editor.select(['t', 'c']);
      return editor.group();
    });
    const remove = step('remove', (editor) => editor.remove('s1'));
    checkShown([lock], [group, remove], 1);
  });
});
