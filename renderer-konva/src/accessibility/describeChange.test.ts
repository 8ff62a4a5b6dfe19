import { createBlankPage, createEditor, type Editor } from '@cobble/engine';
import { expect } from 'chai';
import { createTranslate } from '../messages/translate.ts';
import { describeChange } from './describeChange.ts';

/** An editor with two sections and three shapes, and the announcements of its changes. */
function makeEditor(locale?: string): { editor: Editor; announced: string[] } {
  let ids = 0;
  const createId = (): string => `id-${String(++ids)}`;
  const draft = createBlankPage({ slug: 'main', createId });
  const stored = { ID: 1, site: { ID: 1, slug: 'ada' }, accountID: 1, isDisabled: false };
  const page = { ...draft, ...stored, createdAt: '', updatedAt: '', revision: 0 };
  const editor = createEditor({ page, environment: { createId, random: () => 0.5 } });
  editor.addSection();
  for (const [uuid, x] of [
    ['star', 0.1],
    ['heart', 0.4],
    ['cloud', 0.7],
  ] as const)
    editor.add({
      uuid,
      type: 'shape',
      altText: uuid,
      parentUuid: editor.sectionIds[0] ?? '',
      position: { x, y: 0.05, width: 0.2, height: 0.2, rotationDeg: 0 },
    });
  const announced: string[] = [];
  const t = createTranslate({}, locale);
  editor.onChange((change, origin) =>
    announced.push(describeChange({ editor, t }, change, origin)),
  );
  return { editor, announced };
}

describe('the announcement of a change', () => {
  const key = (editor: Editor, name: string, more = {}): void => {
    editor.dispatch({ type: 'keydown', key: name, ...more });
  };

  it('describes moves, resizing and rotation, and undo and redo as sentences of their own [AY2]', () => {
    const { editor, announced } = makeEditor();
    editor.select(['star']);
    key(editor, 'ArrowRight', { shift: true });
    key(editor, 'ArrowRight', { ctrl: true, shift: true });
    key(editor, '>', { shift: true });
    editor.undo();
    editor.redo();
    key(editor, 'ArrowDown', { alt: true });
    expect(announced).to.deep.equal([
      'star: Section 1, 68 from the left, 30 from the top, 120 wide, 120 high',
      'star: 128 wide, 120 high',
      'star rotated to 15 degrees',
      'Undone. Star rotated to 0 degrees',
      'Redone. Star rotated to 15 degrees',
      'star moved to Section 2',
    ]);
  });

  it('describes z-order, locks, groups, duplicates and removals [AY2]', () => {
    const { editor, announced } = makeEditor();
    editor.select(['star']);
    editor.reorder('front');
    editor.reorder('back');
    editor.reorder('forward');
    editor.setLocked(true);
    editor.setLocked(false);
    editor.duplicate();
    editor.select(['star', 'heart']);
    editor.group();
    editor.ungroup();
    editor.remove(['heart']);
    editor.remove(['star', 'cloud']);
    editor.undo();
    expect(announced).to.deep.equal([
      'star: at the front',
      'star: at the back',
      'star: 2 of 3, counted from the back',
      'star locked',
      'star unlocked',
      'star added',
      '2 blocks grouped',
      '2 blocks ungrouped',
      'heart deleted',
      '2 blocks deleted',
      'Undone. 2 blocks added',
    ]);
  });

  it('summarises changes to several blocks', () => {
    const { editor, announced } = makeEditor();
    editor.selectAll();
    editor.nudge(1, 1);
    key(editor, '>');
    key(editor, 'ArrowDown', { ctrl: true });
    editor.update(['star'], { styles: { opacity: 0.5 } });
    expect(announced).to.deep.equal([
      '3 blocks moved',
      '3 blocks rotated',
      '3 blocks resized',
      'star changed',
    ]);
  });

  it('names sections by position', () => {
    const { editor, announced } = makeEditor();
    const [first = '', second = ''] = editor.sectionIds;
    editor.resizeSection(second, { height: 0.5 });
    editor.moveSection(first, 'down');
    editor.remove([second]);
    expect(announced).to.deep.equal([
      'Section 2: 300 high, empty',
      'Section 1 and Section 2 changed places',
      'Section deleted',
    ]);
  });

  it('names the two sections that change places, even after another was deleted', () => {
    const { editor, announced } = makeEditor();
    editor.addSection();
    editor.addSection();
    const [, second = '', third = '', fourth = ''] = editor.sectionIds;
    editor.remove([second]);
    editor.moveSection(fourth, 'up');
    editor.moveSection(third, 'up');
    editor.undo();
    expect(announced.slice(-3)).to.deep.equal([
      'Section 2 and Section 3 changed places',
      'Section 2 and Section 3 changed places',
      'Undone. Section 2 and Section 3 changed places',
    ]);
  });

  it('marks changes by other users [AY2]', () => {
    const { editor, announced } = makeEditor();
    const { editor: other } = makeEditor();
    const stop = other.onChange((change) => {
      editor.applyRemote(change);
    });
    other.select(['star']);
    key(other, 'ArrowRight', { shift: true });
    other.remove(['heart', 'cloud']);
    stop();
    expect(announced).to.deep.equal([
      'Someone else: star: Section 1, 68 from the left, 30 from the top, 120 wide, 120 high',
      'Someone else: 2 blocks deleted',
    ]);
    const t = createTranslate({});
    const removed = { added: {}, updated: {}, removed: { star: editor.blocks.get('star') } };
    expect(describeChange({ editor, t }, removed as never, 'remote', true)).to.equal(
      'Your other tab or device: star deleted',
    );
  });

  it('is a whole sentence if the block was removed before others were told of its change [AY2]', () => {
    const { editor } = makeEditor();
    const t = createTranslate({});
    const star = editor.blocks.get('star');
    if (!star) throw new Error('there is no star');
    editor.remove(['star']).unwrap();
    const changedTo = (position: object) => {
      const to = { ...star, position: { ...star.position, ...position } };
      const change = { added: {}, updated: { star: [star, to] as const }, removed: {} };
      return describeChange({ editor, t }, change, 'remote', true);
    };
    expect([changedTo({ x: 0.3 }), changedTo({ width: 0.3 }), changedTo({ zIndex: 9 })]).to.eql([
      'Your other tab or device: star moved',
      'Your other tab or device: star resized',
      'Your other tab or device: star changed',
    ]);
  });

  it('describes changes to the page', () => {
    const { editor, announced } = makeEditor();
    editor.updatePage({ style: { backgroundColor: '#fffdf9' } });
    editor.undo();
    expect(announced).to.deep.equal(['Page changed', 'Undone. Page changed']);
  });

  it('is made in a language that i18next accepts and `Intl` does not [AY2]', () => {
    for (const [locale, and] of [
      ['de_DE', /^Section 1 und Section 2 changed places$/],
      ['not a language', /^Section 1 .+ Section 2 changed places$/],
    ] as const) {
      const { editor, announced } = makeEditor(locale);
      editor.moveSection(editor.sectionIds[0] ?? '', 'down');
      editor.undo();
      const [moved = '', undone] = announced;
      expect(moved).to.match(and);
      expect(undone).to.equal(`Undone. ${moved}`);
    }
  });

  it('is empty for a loaded page', () => {
    const { editor, announced } = makeEditor();
    editor.load(editor.page);
    expect(announced.join('')).to.equal('');
  });
});
