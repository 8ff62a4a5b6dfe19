import { expect } from 'chai';
import fc from 'fast-check';
import type { Kit } from '../blocks/Kit.ts';
import type { Editor } from '../editor/Editor.ts';
import type { NewBlock } from '../editor/patches.ts';
import { editedBlockOf } from '../editor/EditorMode.ts';
import { openTestTabs, type TestTab } from './testing/openTestTabs.ts';

const TYPED = 'Precious';

/** Where a text is typed. */
interface Place {
  readonly section: string;
  readonly group: string;
  /** A block whose text can be edited. */
  readonly note: string;
}

/** What someone else can do to the block, and to the section and group that it is in. */
const BREAKING: Readonly<Record<string, (editor: Editor, place: Place) => unknown>> = {
  'removes the section': (editor, { section }) => editor.remove(section),
  'removes the group': (editor, { group }) => editor.remove(group),
  'removes the block': (editor, { note }) => editor.blocks.has(note) && editor.remove(note),
  'locks the section': (editor, { section }) => editor.setLocked(true, section),
  'locks the group': (editor, { group }) => editor.setLocked(true, group),
  'replaces the page with one without the section': (editor, { section }) => {
    const { settings, style } = editor.page;
    editor.replacePage({ settings, style, things: thingsWithout(editor, section) });
  },
  'loads a version without the section': (editor, { section }) =>
    editor.load({ ...editor.page, things: thingsWithout(editor, section) }),
  'undoes everything': (editor) => {
    while (editor.undo());
  },
};

function thingsWithout(editor: Editor, section: string) {
  const inside = (uuid: string | undefined): boolean =>
    uuid !== undefined && (uuid === section || inside(editor.blocks.get(uuid)?.parentUuid));
  return Object.fromEntries(Object.entries(editor.page.things).filter(([uuid]) => !inside(uuid)));
}

function addTo(editor: Editor, block: NewBlock<string>): readonly string[] {
  return (editor as Editor<Kit>).add(block).unwrap();
}

async function open() {
  const { tabs, room, settle } = await openTestTabs(2);
  const [writer, other] = tabs as [TestTab, TestTab];
  const { editor } = other;
  editor.addSection(1).unwrap();
  const section = editor.sectionIds.at(-1) ?? '';
  const [note = '', shape = ''] = ['sticky-note', 'shape'].flatMap((type) =>
    addTo(editor, { type, parentUuid: section, position: { x: 0.1, y: 0.1 } }),
  );
  editor.select([note, shape]);
  const group = editor.group().unwrap();
  await settle();
  const place: Place = { section, group, note };
  return { tabs, writer, other, room, settle, place };
}

/** Begins to type in the place's note, or in a new block that is not on the shared page. */
function type({ editor }: TestTab, { section, note }: Place, newType: string | null): string {
  let uuid = note;
  if (newType !== null) {
    editor.begin();
    [uuid = ''] = addTo(editor, { type: newType, parentUuid: section });
  }
  expect(editor.startTextEditing(uuid)).to.equal(true);
  editor.setEditedText(TYPED).unwrap();
  return uuid;
}

const isOffered = ({ client }: TestTab): boolean =>
  JSON.stringify(client.lostTexts).includes(TYPED);
const isOnPage = (page: unknown): boolean => JSON.stringify(page).includes(TYPED);

describe('a text that is being typed', () => {
  for (const isOnline of [true, false])
    for (const what of [
      'removes the section',
      'removes the group',
      'replaces the page with one without the section',
    ])
      it(`is offered if someone else ${what} around it${isOnline ? '' : ' while its author is offline'} [R24, H10]`, async () => {
        const { tabs, writer, other, settle, place } = await open();
        writer.setOnline(isOnline);
        // Before the room grants the lock of the text, which would protect it.
        BREAKING[what]?.(other.editor, place);
        other.client.flush();
        type(writer, place, null);
        await settle();
        writer.setOnline(true);
        await settle();
        expect(editedBlockOf(writer.editor.mode)).to.equal(null);
        expect(writer.editor.isInProgress).to.equal(false);
        expect(writer.client.lostTexts.map(({ text }) => text)).to.eql([TYPED]);
        for (const { client } of tabs) client.close();
      });

  for (const newType of ['sticky-note', 'text', 'rich-button'])
    for (const what of ['removes the section', 'locks the section'])
      it(`in a new ${newType} is offered if someone else ${what} around it [R24, R59, E60]`, async () => {
        const { tabs, writer, other, settle, place } = await open();
        const uuid = type(writer, place, newType);
        writer.editor.update('a', { altText: 'kept' }).unwrap();
        BREAKING[what]?.(other.editor, place);
        await settle();
        expect(editedBlockOf(writer.editor.mode)).to.equal(null);
        expect(writer.editor.isInProgress).to.equal(false);
        expect(isOffered(writer)).to.equal(true);
        for (const { client, editor } of tabs) {
          expect(editor.blocks.has(uuid)).to.equal(false);
          expect(editor.blocks.get('a')?.altText).to.equal('kept');
          client.close();
        }
      });

  it('is offered if its edit is refused because of another block [E60, R59]', async () => {
    const { tabs, writer, other, settle, place } = await open();
    type(writer, place, null);
    writer.editor.update('t', { altText: 'mine' }).unwrap();
    other.editor.startTextEditing('t');
    await settle();
    writer.editor.stopTextEditing();
    expect(writer.editor.isInProgress).to.equal(false);
    expect(isOnPage(writer.editor.page)).to.equal(false);
    expect(writer.client.lostTexts.map(({ text }) => text)).to.eql([TYPED]);
    for (const { client } of tabs) client.close();
  });

  it('is offered if the host loads a version without it, and not if the version has it [R64]', async () => {
    const { tabs, writer, place } = await open();
    type(writer, place, null);
    writer.editor.load(writer.editor.page);
    expect(isOffered(writer)).to.equal(false);
    const { stablePage } = writer.editor;
    writer.editor.startTextEditing(place.note);
    writer.editor.setEditedText(`${TYPED} too`).unwrap();
    writer.editor.load(stablePage);
    expect(writer.client.lostTexts.map(({ text }) => text)).to.eql([`${TYPED} too`]);
    for (const { client } of tabs) client.close();
  });

  it('stays on the page if it is moved into a group that someone else removes [H11, R24]', async () => {
    const { tabs, writer, other, settle, place } = await open();
    expect(writer.editor.startTextEditing('t')).to.equal(true);
    writer.editor.setEditedText(TYPED).unwrap();
    writer.editor.moveInto(place.group, ['t']).unwrap();
    other.editor.remove(place.group).unwrap();
    await settle();
    writer.editor.stopTextEditing();
    await settle();
    expect(isOffered(writer)).to.equal(false);
    for (const { client, editor } of tabs) {
      expect(isOnPage(editor.blocks.get('t'))).to.equal(true);
      client.close();
    }
  });

  it('is always committed or offered, whatever someone else does around it (law) [R24, R59, R62, E60]', async function () {
    this.timeout(600_000);
    const step = fc.constantFrom(...Object.keys(BREAKING));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(null, 'sticky-note', 'text', 'rich-button'),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.array(fc.tuple(step, fc.boolean()), { minLength: 1, maxLength: 3 }),
        async (newType, isOnline, isInGroup, isCommittedFirst, steps) => {
          const { tabs, writer, other, room, settle, place } = await open();
          const { editor } = writer;
          if (!isOnline) writer.setOnline(false);
          const { section, group } = place;
          type(writer, isInGroup ? { ...place, section: group } : place, newType);
          // Once the room has it, others may remove it like any text.
          if (isCommittedFirst && !isOnline) editor.stopTextEditing();
          for (const [name, isDelivered] of steps) {
            if (
              name in BREAKING &&
              other.editor.blocks.has(section) &&
              other.editor.blocks.has(group)
            )
              BREAKING[name]?.(other.editor, place);
            other.client.flush();
            if (isDelivered) await settle();
          }
          writer.setOnline(true);
          await settle();
          const edited = editedBlockOf(editor.mode);
          expect(edited === null || editor.blocks.has(edited), 'mode').to.equal(true);
          editor.stopTextEditing();
          if (editor.isInProgress) editor.commit();
          await settle();
          const { page } = (await room.read()) as { page: unknown };
          expect(isOnPage(page) || isOffered(writer), 'kept').to.equal(true);
          for (const { client } of tabs) client.close();
        },
      ),
      { numRuns: process.env.CI ? 400 : 40 },
    );
  });
});
