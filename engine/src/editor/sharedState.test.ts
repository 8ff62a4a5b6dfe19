import { expect } from 'chai';
import { autorun, isObservableMap, observe } from 'mobx';
import * as z from 'zod';
import { defineBlock } from '../blocks/BlockDefinition.ts';
import { builtinBlocks } from '../blocks/builtinBlocks.ts';
import { defineKit } from '../blocks/defineKit.ts';
import type { Kit } from '../blocks/Kit.ts';
import { createEditor } from '../createEditor.ts';
import type { Block } from '../model/Block.ts';
import { defaultEnvironment } from '../model/Environment.ts';
import {
  ALL_PERMISSIONS,
  NO_PERMISSIONS,
  SAMPLE_PERMISSIONS,
  VIEW_ONLY,
} from '../permissions/Permissions.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestPage } from '../testing/makeTestPage.ts';

const bell = defineKit({
  block: defineBlock({
    type: 'bell',
    content: z.looseObject({ rings: z.number() }),
    defaultContent: () => ({ rings: 1 }),
  }),
});

describe('what editors share with hosts and with each other', () => {
  it('cannot be changed: one host’s change would forbid editing in every later editor [E55]', () => {
    for (const shared of [
      ALL_PERMISSIONS,
      SAMPLE_PERMISSIONS,
      VIEW_ONLY,
      NO_PERMISSIONS,
      defaultEnvironment,
      builtinBlocks,
      builtinBlocks.text,
      builtinBlocks.text.capabilities,
    ])
      expect(Object.isFrozen(shared)).to.equal(true);
    const editor = makeTestEditor();
    expect(() => Object.assign(editor.permissions, { canEdit: false })).to.throw(TypeError);
    expect(() => Object.assign(editor.environment, { log: null })).to.throw(TypeError);
    expect(makeTestEditor().add({ type: 'shape' }).ok).to.equal(true);
  });

  it('cannot be written to: a block removed from a collection would corrupt the page [E55]', () => {
    const editor = makeTestEditor([makeTestBlock('a'), makeTestBlock('b'), makeTestBlock('c')]);
    editor.select(['a', 'b']);
    editor.setLockedByOthers(['c']);
    const { page } = editor;
    const refused: [name: string, write: () => unknown][] = Object.entries({
      blocks: editor.blocks as Map<string, Block>,
      selection: editor.selection as Set<string>,
      lockedByOthers: editor.lockedByOthers as Set<string>,
    }).flatMap(([name, collection]) => [
      [name, () => collection.delete('a')],
      [name, () => collection.clear()],
      [
        name,
        () => ('set' in collection ? collection.set('d', makeTestBlock('d')) : collection.add('d')),
      ],
    ]);
    for (const [name, write] of refused)
      expect(write, name).to.throw(name).with.property('code', 'input_invalid');
    for (const list of [editor.sectionIds, editor.selectedBlocks] as unknown[][]) {
      expect(() => list.reverse()).to.throw(TypeError);
      expect(() => (list.length = 0)).to.throw(TypeError);
    }
    const [section = ''] = editor.sectionIds;
    expect(() => Object.assign(editor.boxOf(section) ?? {}, { y: 5 })).to.throw(TypeError);
    expect(editor.page).to.equal(page);
    expect([...editor.selection]).to.deep.equal(['a', 'b']);

    // Sets that the editor itself makes smaller, or replaces with an empty one.
    editor.remove('a');
    for (const ids of [
      editor.selection,
      makeTestEditor().selection,
      makeTestEditor().lockedByOthers,
      makeTestEditor().uploading,
    ])
      expect(() => (ids as Set<string>).add('d')).to.throw('cannot be changed');
    expect([...editor.selection]).to.deep.equal(['b']);
  });

  it('can be observed with MobX, each block on its own [E55]', () => {
    const editor = makeTestEditor([makeTestBlock('a'), makeTestBlock('b')]);
    const read = { a: 0, selection: 0, locked: 0, sections: 0 };
    const changes: string[] = [];
    const stops: (() => void)[] = [
      autorun(() => (editor.blocks.get('a'), (read.a += 1))),
      autorun(() => (editor.selection.has('a'), (read.selection += 1))),
      autorun(() => (editor.lockedByOthers.has('a'), (read.locked += 1))),
      autorun(() => (editor.sectionIds.length, (read.sections += 1))),
    ];
    const { blocks } = editor;
    if (isObservableMap(blocks))
      stops.push(observe(blocks, ({ type, name }) => changes.push(`${type} ${String(name)}`)));
    editor.update('b', { styles: { opacity: 0.5 } });
    editor.update('a', { styles: { opacity: 0.5 } });
    editor.select(['a']);
    editor.setLockedByOthers(['b']);
    editor.addSection();
    editor.remove('a');
    for (const stop of stops) stop();
    expect(read).to.deep.equal({ a: 3, selection: 3, locked: 2, sections: 2 });
    expect(changes.slice(0, 2)).to.deep.equal(['update b', 'update a']);
    expect(changes).to.include('delete a');
  });

  it('is copied: changing permissions or kits after passing them has no effect [E55]', () => {
    const permissions = { ...ALL_PERMISSIONS };
    const kits: Kit[] = [bell];
    const editor = createEditor({ page: makeTestPage(), permissions, kits });
    const configured = createEditor({ page: makeTestPage() });
    configured.configure({ permissions, kits });
    permissions.canEdit = false;
    kits.push({ nonsense: true } as never);
    for (const each of [editor, configured]) {
      expect(each.permissions).to.deep.equal(ALL_PERMISSIONS);
      expect(each.kits).to.deep.equal([bell]).and.satisfy(Object.isFrozen);
      expect(each.add({ type: 'bell' }).ok).to.equal(true);
    }
    // The list was valid when it was first passed.
    for (const read of [
      () => createEditor({ page: makeTestPage(), kits }),
      () => parsePage(makeTestPage(), { kits }),
    ])
      expect(read).to.throw('kits.1.block').with.property('code', 'kit_invalid');
  });
});
