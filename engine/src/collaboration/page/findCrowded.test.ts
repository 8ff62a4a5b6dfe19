import { expect } from 'chai';
import { makeTestBlock } from '../../testing/makeTestPage.ts';
import { createEditor } from '../../createEditor.ts';
import type { Page } from '../../model/Page.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { connectManually } from '../testing/connectManually.ts';
import { openTestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { firstPage } from '../testing/Simulation.ts';

/** An object with so many keys. */
const keys = (count: number, prefix = 'k'): Record<string, number> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${prefix}${String(index)}`, index]),
  );

const { maxKeys } = ROOM_LIMITS;
const write = (uuid: string, path: readonly string[], to: unknown): readonly unknown[] => [
  { type: 'update-things', updated: [{ uuid, values: [{ path, to }] }] },
];

/** A page that was stored before there was a limit. */
function crowdedPage(): Page {
  const page = firstPage();
  const { a } = page.things;
  if (!a) throw new Error('there is no such block');
  const crowded = { ...a, content: { ...a.content, extra: keys(1500) } };
  return { ...page, things: { ...page.things, a: crowded } };
}

/** What a room decides on ops. */
async function decide(page: Page, ...ops: readonly (readonly unknown[])[]) {
  const { join, log, clock } = await openTestRoom({ page });
  const peer = await join('one');
  peer.ops(0, ...ops);
  for (let turn = 0; turn < 20; turn += 1) {
    await flushPromises();
    clock.advance(1);
  }
  return log.entries.map(({ status, code, details }) => (code ? { code, details } : status));
}

describe('an object with thousands of keys', () => {
  it('is refused wherever a client writes it, and the response says where it is [R76]', async () => {
    const details = {
      message: `must not have more than ${String(maxKeys)} properties`,
      count: maxKeys + 1,
      max: maxKeys,
    };
    const many = keys(maxKeys + 1);
    const block = makeTestBlock('new', { content: { list: [{ inner: many }] } });
    expect(
      await decide(
        firstPage(),
        [{ type: 'add-things', things: [block] }],
        write('a', ['content', 'extra'], many),
        [{ type: 'update-page', partialPage: [{ path: ['settings', 'extra'], to: many }] }],
      ),
    ).to.eql([
      {
        code: 'invalid_block',
        details: { ...details, path: 'things.new.content.list.0.inner' },
      },
      { code: 'invalid_block', details: { ...details, path: 'things.a.content.extra' } },
      { code: 'invalid_page', details: { ...details, path: 'settings.extra' } },
    ]);
  });

  it('is also refused if it grows key by key [R76]', async () => {
    const grow = (prefix: string, count: number) => [
      {
        type: 'update-things',
        updated: [
          {
            uuid: 'a',
            values: Object.entries(keys(count, prefix)).map(([key, to]) => ({
              path: ['content', 'extra', key],
              to,
            })),
          },
        ],
      },
    ];
    const [, , full, over] = await decide(
      firstPage(),
      write('a', ['content', 'extra'], {}),
      grow('a', maxKeys / 2),
      grow('b', maxKeys / 2),
      grow('c', 1),
    );
    expect(full).to.equal('applied');
    expect(over).to.have.property('code', 'invalid_block');
  });

  it('stays editable on a page that has had it before, as long as it does not grow [R76]', async () => {
    const page = crowdedPage();
    const { a } = page.things;
    expect(
      await decide(
        page,
        write('a', ['altText'], 'new'),
        write('a', ['content', 'extra', 'k7'], 'new'),
        write('a', ['content', 'extra', 'k8'], undefined),
        [{ type: 'remove-things', removedUuids: ['a'] }],
        [{ type: 'restore-things', things: [a], replay: true }],
        write('b', ['content', 'extra'], keys(1500)),
      ),
    ).to.satisfy((outcomes: { readonly code: string }[]) => {
      expect(outcomes.slice(0, 5)).to.eql(['applied', 'applied', 'applied', 'applied', 'modified']);
      expect(outcomes[5]).to.have.property('code', 'invalid_block');
      return true;
    });
  });

  it('is not sent by an editor, which reports that the edit was refused, and undoes the removal of an old one [R76, R68]', async () => {
    const editor = createEditor({ page: crowdedPage() });
    const tab = await connectManually({ editor });
    tab.open();
    tab.welcome({ page: editor.stablePage });
    const rejected: string[] = [];
    tab.client.listen({ onRejected: ({ code }) => rejected.push(code) });
    editor.remove(['a']).unwrap();
    editor.undo();
    tab.client.flush();
    expect([tab.sentOps().length, rejected]).to.eql([2, []]);
    const { b } = editor.stablePage.things;
    if (!b) throw new Error('there is no such block');
    const crowded = { ...b, content: { ...b.content, extra: keys(2000) } };
    tab.client.commit({ added: {}, updated: { b: [b, crowded] }, removed: {} });
    tab.client.flush();
    expect([tab.sentOps().length, rejected]).to.eql([2, ['invalid_block']]);
    expect(editor.stablePage.things['b']?.content).not.to.have.property('extra');
  });
});
