import { expect } from 'chai';
import fc from 'fast-check';
import { applyChange, diffPages, isEmptyChange } from '../../model/Change.ts';
import type { Page } from '../../model/Page.ts';
import { parsePage } from '../../parsing/parsePage.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection, makeTestText } from '../../testing/makeTestPage.ts';
import { applyPatch, patchOf } from '../page/pagePatch.ts';
import { PageRecords } from '../page/PageRecords.ts';
import { type EditorStep, editorStep, runStep } from '../testing/editorSteps.ts';
import { UNKNOWN_SENDER } from '../testing/unknownSender.ts';
import { finish } from '../Work.ts';
import { editToIntents } from './editToIntents.ts';
import { resolveIntents } from './resolveIntents.ts';
import type { ResolveContext } from './Resolution.ts';

const CONTEXT: ResolveContext = {
  kits: [],
  maxBlocks: 40,
  role: 'owner',
  baseSeq: 0,
  isLockedByOther: () => false,
  senderHistory: UNKNOWN_SENDER,
};

const make = () =>
  makeTestEditor(
    [
      makeTestBlock('a', { position: { x: 0.1, y: 0.1, rotationDeg: 20 } }),
      makeTestSection('g', { parentUuid: 's2', position: { width: 0.4, height: 0.4 } }),
      makeTestText('t', 'Hi', { parentUuid: 'g' }),
    ],
    { maxBlocks: 40 },
  );

/** Expects equal pages. The order of keys does not count. */
function expectSame(a: Page, b: Page, what = ''): void {
  expect(diffPages(a, b), what).to.satisfy(isEmptyChange);
}

describe('an edit as intents', () => {
  it('has the same effect in the editor, the room and the stream if nobody else has edited the page [R1]', () => {
    fc.assert(
      fc.property(fc.array(editorStep, { maxLength: 25 }), fc.nat(8), (steps, undos) => {
        const editor = make();
        const room = new PageRecords(editor.page);
        const reader = new PageRecords(editor.page);
        let step = '';
        editor.onChange((change, origin, named) => {
          const edit = { change, named, isReplay: origin !== 'edit' };
          const intents = editToIntents(edit, room, CONTEXT);
          if (intents.length === 0) return;
          const sent = JSON.parse(JSON.stringify(intents)) as unknown[];
          const known = (): boolean => true;
          const senderHistory = { hasAdded: known, hasLocked: known, hasRemoved: known };
          const resolved = resolveIntents(room, sent, { ...CONTEXT, senderHistory });
          expect(resolved, step).to.include({ ok: true });
          if (!resolved.ok) return;
          expect(resolved.value.status, step).to.equal('applied');
          expectSame(room.toPage(), editor.page, step);
          applyPatch(
            reader,
            JSON.parse(JSON.stringify(finish(patchOf(resolved.value.change)))) as never,
          );
          expectSame(reader.toPage(), editor.page, step);
        });
        for (const each of steps) {
          step = each.name;
          runStep(editor, each);
        }
        for (let left = undos; left > 0; left--) editor.undo();
        for (let left = undos; left > 0; left--) editor.redo();
        expectSame(room.toPage(), editor.page);
      }),
      { numRuns: 120 },
    );
  });

  it('leaves any other page valid, or has no effect on it [R2]', () => {
    fc.assert(
      fc.property(
        fc.array(editorStep, { minLength: 1, maxLength: 8 }),
        fc.array(editorStep, { minLength: 1, maxLength: 8 }),
        (own, others) => {
          const room = new PageRecords(make().page);
          const ops = [...opsOf(own, 'own'), ...opsOf(others, 'others')];
          for (const intents of ops) {
            const before = room.toPage();
            const resolved = resolveIntents(room, intents, CONTEXT);
            if (resolved.ok) parsePage(room.toPage());
            else expectSame(room.toPage(), before, resolved.code);
            if (resolved.ok) expectSame(applyChange(before, resolved.value.change), room.toPage());
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** The ops of edits on an otherwise unchanged page. */
function opsOf(steps: readonly EditorStep[], prefix: string): unknown[][] {
  let ids = 0;
  const editor = makeTestEditor([...Object.values(make().page.things)], {
    environment: { createId: () => `${prefix}-${String(++ids)}` },
  });
  const records = new PageRecords(editor.page);
  const ops: unknown[][] = [];
  editor.onChange((change, _, named) => {
    const intents = editToIntents({ change, named }, records, CONTEXT);
    if (intents.length > 0) ops.push(intents);
    applyPatch(records, finish(patchOf(change)));
  });
  for (const step of steps) runStep(editor, step);
  return ops;
}
