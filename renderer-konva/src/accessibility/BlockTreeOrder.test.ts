import type { Editor } from '@cobble/engine';
import { expect } from 'chai';
import { makeEditor as makePageEditor } from '../testing/makeEditor.ts';
import { BlockTreeOrder } from './BlockTreeOrder.ts';

const makeEditor = (): Editor =>
  makePageEditor(
    (
      [
        ['right', 0.6, 0.1],
        ['left', 0.1, 0.11],
        ['below', 0.1, 0.5],
      ] as const
    ).map(([uuid, x, y]) => ({
      ...{ uuid, type: 'shape' },
      position: { x, y, width: 0.2, height: 0.2 },
    })),
  );

describe('the order of the accessibility tree', () => {
  const blocksOf = (order: BlockTreeOrder): string[] =>
    order.entries.filter(({ level }) => level > 1).map(({ uuid }) => uuid);
  const ids = (editor: Editor): string[] => blocksOf(new BlockTreeOrder(editor));

  it("follows rows from the left, or the author's order", () => {
    const editor = makeEditor();
    expect(ids(editor)).to.deep.equal(['left', 'right', 'below']);
    editor.setReadingOrder(editor.sectionIds[0] ?? '', ['below', 'left']);
    expect(ids(editor)).to.deep.equal(['below', 'right', 'left']);
  });

  it('is the Tab order: row by row, and from the right in right-to-left languages [AY1]', () => {
    const editor = makeEditor();
    const tabOrder = (): string[] =>
      ids(editor).map((_, step) => {
        if (step === 0) editor.clearSelection();
        editor.dispatch({ type: 'keydown', key: 'Tab' });
        return [...editor.selection].join();
      });
    editor.add({
      uuid: 'under-right',
      type: 'shape',
      position: { x: 0.6, y: 0.4, width: 0.2, height: 0.3 },
    });
    expect(ids(editor)).to.deep.equal(['left', 'right', 'below', 'under-right']);
    expect(tabOrder()).to.deep.equal(ids(editor));
    editor.updatePage({ settings: { lang: 'he' } });
    expect(ids(editor)).to.deep.equal(['right', 'left', 'under-right', 'below']);
    expect(tabOrder()).to.deep.equal(ids(editor));
  });

  it("numbers sections and blocks, and lists a group's children once it is open", () => {
    const editor = makeEditor();
    editor.addSection();
    const order = new BlockTreeOrder(editor);
    editor.select(['left', 'right']);
    const grouped = editor.group();
    const group = grouped.ok ? grouped.value : '';
    const [first = '', second = ''] = editor.sectionIds;
    const entries = () =>
      order.entries.map(({ uuid, level, positionInSet, setSize }) => [
        uuid,
        level,
        positionInSet,
        setSize,
      ]);
    expect(entries()).to.deep.equal([
      [first, 1, 1, 2],
      [group, 2, 1, 2],
      ['below', 2, 2, 2],
      [second, 1, 2, 2],
    ]);
    order.open('right');
    expect(entries().slice(1, 4)).to.deep.equal([
      [group, 2, 1, 2],
      ['left', 3, 1, 2],
      ['right', 3, 2, 2],
    ]);
    expect([order.isOpen(group), order.isOpen(first)]).to.deep.equal([true, true]);
    expect(order.indexOf('right')).to.equal(3);
    order.open(group);
    expect(order.isOpen(group)).to.equal(false);
    expect(order.indexOf('right')).to.equal(-1);
  });

  it('updates the order when the browser is idle, or on request', () => {
    const editor = makeEditor();
    const scheduled: (() => void)[] = [];
    const order = new BlockTreeOrder(editor, (run) => {
      scheduled.push(run);
      return () => undefined;
    });
    const stop = order.follow();
    expect(blocksOf(order)).to.deep.equal(['left', 'right', 'below']);
    for (const y of [0.6, 0.7, 0.8]) editor.update('left', { position: { y } });
    expect(scheduled, 'several changes schedule one update').to.have.length(1);
    expect(blocksOf(order)).to.deep.equal(['left', 'right', 'below']);
    expect(order.revision).to.equal(0);
    scheduled[0]?.();
    expect(blocksOf(order)).to.deep.equal(['right', 'below', 'left']);
    expect(order.revision).to.equal(1);
    editor.remove(['below']);
    order.flush();
    expect(blocksOf(order)).to.deep.equal(['right', 'left']);
    stop();
    editor.remove(['left']);
    order.flush();
    expect(order.revision, 'a stopped order ignores changes').to.equal(2);
  });

  it('reorders only the sections that a change affects', () => {
    const editor = makeEditor();
    editor.addSection();
    const [first = '', second = ''] = editor.sectionIds;
    const readParents: string[] = [];
    const observed: Editor = Object.create(editor, {
      childrenOf: {
        value: (uuid: string) => {
          readParents.push(uuid);
          return editor.childrenOf(uuid);
        },
      },
    }) as Editor;
    const order = new BlockTreeOrder(observed, () => () => undefined);
    order.follow();
    expect(order.entries).to.have.length(5);
    readParents.length = 0;
    editor.add({ type: 'shape', uuid: 'low', parentUuid: second });
    order.flush();
    expect(order.indexOf('low')).to.be.greaterThan(order.indexOf('below'));
    expect(readParents.filter((uuid) => uuid === second)).to.have.length(1);
    expect(readParents).not.to.include(first);
  });
});
