import { expect } from 'chai';
import type { Editor } from '../editor/Editor.ts';
import { openTestTabs } from './testing/openTestTabs.ts';

const boxOf = (editor: Editor, uuid = 't') => {
  const box = editor.boxOf(uuid);
  if (!box) throw new Error(`no ${uuid}`);
  return [box.x, box.y, box.width, box.height].map((each) => Math.round(each * 1000) / 1000);
};

/** What one tab changes about `t`, in group `g` with `c`, while another changes the group. */
async function whileOthers(
  act: (other: Editor) => void,
  edit: (own: Editor) => unknown,
  { isOffline }: { readonly isOffline: boolean },
) {
  const { tabs, settle } = await openTestTabs(2);
  const [one, two] = tabs;
  if (!one || !two) throw new Error('no tabs');
  two.setOnline(!isOffline);
  const before = boxOf(two.editor);
  if (!isOffline) two.editor.begin();
  edit(two.editor);
  const edited = boxOf(two.editor);
  act(one.editor);
  if (!isOffline) {
    await settle();
    two.editor.commit();
  }
  two.setOnline(true);
  await settle();
  expect(boxOf(two.editor), 'the same for both').to.eql(boxOf(one.editor));
  for (const { client } of tabs) client.close();
  return {
    before,
    edited,
    after: boxOf(one.editor),
    parent: one.editor.blocks.get('t')?.parentUuid,
  };
}

const fitCorner = (editor: Editor) =>
  editor.update('c', { position: { x: -0.1, y: -0.1 } }).unwrap();
const moveOut = (editor: Editor) => editor.moveInto('s1', ['t']).unwrap();
const moveToSection = (editor: Editor) => editor.moveInto('s2', ['t']).unwrap();
const ungroup = (editor: Editor): void => {
  editor.select(['g']);
  editor.ungroup();
};
const resize = (editor: Editor) => editor.update('t', { position: { width: 0.15 } }).unwrap();
const rotate = (editor: Editor) => editor.update('t', { position: { rotationDeg: 10 } }).unwrap();
const move = (editor: Editor) => editor.update('t', { position: { x: 0.05 } }).unwrap();

describe('a block in a group whose corner someone else moves', () => {
  it('stays on the page where its author, who was offline, put it [R11]', async () => {
    for (const act of [fitCorner, moveOut, moveToSection, ungroup])
      for (const edit of [resize, rotate, move]) {
        const { edited, after } = await whileOthers(act, edit, { isOffline: true });
        expect(after, `${act.name}, ${edit.name}`).to.eql(edited);
      }
  });

  it('stays where it is on the page during an edit of its size or rotation, and where others move it [R11, H9]', async () => {
    for (const act of [fitCorner, moveOut, ungroup])
      for (const edit of [resize, rotate]) {
        const { edited, after, parent } = await whileOthers(act, edit, { isOffline: false });
        expect(after, `${act.name}, ${edit.name}`).to.eql(edited);
        expect(parent, `${act.name}, ${edit.name}`).to.equal(act === fitCorner ? 'g' : 's1');
      }
  });

  it('goes with its group if that is moved as a whole [R11]', async () => {
    const moveGroup = (editor: Editor) => editor.update('g', { position: { x: 0.3 } }).unwrap();
    const { edited, after } = await whileOthers(moveGroup, resize, { isOffline: true });
    expect(after).to.eql([0.3, ...edited.slice(1)]);
  });

  it('is where its author moved it, even if someone else moves it meanwhile [R11]', async () => {
    const moveIt = (editor: Editor) => editor.update('t', { position: { x: 0.1 } }).unwrap();
    const { edited, after } = await whileOthers(moveIt, move, { isOffline: true });
    expect(after).to.eql(edited);
  });
});

describe('a group in a room that undo would leave or restore empty', () => {
  const groupsOf = ({ blocks }: Editor) =>
    [...blocks.values()].flatMap(({ uuid, type, parentUuid }) =>
      type === 'group' && parentUuid !== undefined && uuid !== 'g' ? [uuid] : [],
    );
  const added = { type: 'shape', uuid: 'new', parentUuid: 's1' } as const;

  for (const [name, edits, theirs] of [
    [
      'someone else has put the undone group into it',
      [(editor) => editor.group(['a'])],
      (editor) => editor.group(groupsOf(editor)),
    ],
    [
      'someone else has put the undone block into it',
      [(editor) => editor.add(added)],
      (editor) => editor.group(['new']),
    ],
    [
      'someone else has removed all that was in it before',
      [
        (editor) => editor.group(['b']),
        (editor) => editor.moveInto(groupsOf(editor)[0] ?? '', 'a'),
      ],
      (editor) => editor.remove(['b']),
    ],
    [
      'someone else has put its blocks into another one',
      [(editor) => editor.group(['a']), (editor) => editor.ungroup(groupsOf(editor))],
      (editor) => editor.group(['a', 'b']),
    ],
  ] as [string, ((editor: Editor) => unknown)[], (editor: Editor) => unknown][])
    it(`is not there when ${name} [H8]`, async () => {
      const { tabs, settle } = await openTestTabs(2);
      const [one, two] = tabs.map(({ editor }) => editor) as [Editor, Editor];
      for (const edit of edits) {
        edit(one);
        await settle();
      }
      theirs(two);
      await settle();
      for (const replay of ['undo', 'redo', 'undo'] as const) {
        one[replay]();
        await settle();
        for (const editor of [one, two]) {
          const { blocks } = editor;
          const parents = new Set([...blocks.values()].map(({ parentUuid }) => parentUuid));
          expect(groupsOf(editor).filter((uuid) => !parents.has(uuid))).to.eql([]);
        }
        expect(two.page.things).to.eql(one.page.things);
      }
      for (const { client } of tabs) client.close();
    });
});
