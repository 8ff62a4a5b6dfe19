import { expect } from 'chai';
import fc from 'fast-check';
import { createEditor } from '../createEditor.ts';
import type { Kit } from '../blocks/Kit.ts';
import type { Editor } from '../editor/Editor.ts';
import type { NewBlock } from '../editor/patches.ts';
import { editedBlockOf } from '../editor/EditorMode.ts';
import { lawRuns } from './testing/lawRuns.ts';
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

function write(editor: Editor, uuid: string): void {
  expect(editor.startTextEditing(uuid)).to.equal(true);
  editor.setEditedText(TYPED).unwrap();
  editor.stopTextEditing();
}

/** A version of the page with the text in its note and in a new one. */
function typedVersion({ editor }: TestTab, { section, note }: Place) {
  const copy = createEditor({ page: editor.stablePage });
  write(copy, note);
  write(copy, addTo(copy, { type: 'sticky-note', parentUuid: section })[0] ?? '');
  return copy.stablePage;
}

/** How a text gets on the page other than by typing: what happens online, and what offline. */
const SHARING: Readonly<
  Record<
    string,
    {
      readonly before?: (tab: TestTab, place: Place) => unknown;
      readonly share: (tab: TestTab, place: Place) => unknown;
    }
  >
> = {
  'loads a version with it': {
    share: (tab, place) => tab.editor.load(typedVersion(tab, place)),
  },
  'replaces the page with a version that has it': {
    share: (tab, place) => tab.editor.replacePage(typedVersion(tab, place)).unwrap(),
  },
  'undoes its removal': {
    before: ({ editor }, { note }) => (write(editor, note), editor.remove(note).unwrap()),
    share: ({ editor }) => editor.undo(),
  },
  'redoes its addition': {
    before: ({ editor }, { section }) => {
      editor.begin();
      write(editor, addTo(editor, { type: 'sticky-note', parentUuid: section })[0] ?? '');
      if (editor.isInProgress) editor.commit();
      editor.undo();
    },
    share: ({ editor }) => editor.redo(),
  },
};

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

  for (const how of Object.keys(SHARING))
    for (const what of ['removes the section', 'locks the section', 'edits another text'])
      it(`is offered if a user ${how} and the room rejects that, because someone else ${what} [R24, R72]`, async () => {
        const { tabs, writer, other, settle, place } = await open();
        SHARING[how]?.before?.(writer, place);
        await settle();
        writer.setOnline(false);
        SHARING[how]?.share(writer, place);
        expect(isOnPage(writer.editor.page), 'shown').to.equal(true);
        if (what === 'edits another text') other.editor.startTextEditing('t');
        else BREAKING[what]?.(other.editor, place);
        await settle();
        writer.setOnline(true);
        await settle();
        expect(isOnPage(writer.editor.page) || isOffered(writer)).to.equal(true);
        const offered = writer.client.lostTexts.map(({ text }) => text);
        if (isOnPage(writer.editor.page)) expect(offered).to.eql([]);
        // What the page has anyway is not offered.
        for (const text of offered) expect(text).to.equal(TYPED);
        for (const { client } of tabs) client.close();
      });

  it('is offered if a local copy is loaded while someone else edits another text of it [R24, R64, R72]', async () => {
    const { tabs, writer, other, settle, place } = await open();
    other.editor.startTextEditing(place.note);
    await settle();
    writer.editor.load(typedVersion(writer, place));
    expect(isOnPage(writer.editor.page)).to.equal(false);
    expect(writer.client.lostTexts.map(({ text }) => text)).to.eql([TYPED, TYPED]);
    for (const { client } of tabs) client.close();
  });

  it('is offered if a version with it is loaded and someone else has restored its block with another text meanwhile [R24, R72]', async () => {
    const { tabs, writer, other, settle, place } = await open();
    const version = typedVersion(writer, place);
    other.editor.remove(place.note).unwrap();
    await settle();
    writer.setOnline(false);
    writer.editor.load(version);
    other.editor.undo();
    await settle();
    writer.setOnline(true);
    await settle();
    expect(isOnPage(writer.editor.blocks.get(place.note))).to.equal(false);
    expect(writer.client.lostTexts.map(({ thingUuid }) => thingUuid)).to.eql([place.note]);
    for (const { client } of tabs) client.close();
  });

  it('is on the page or offered, however its author shares it offline and whatever someone else does (law) [R24, R72]', async function () {
    this.timeout(600_000);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(SHARING)),
        fc.array(fc.tuple(fc.constantFrom(...Object.keys(BREAKING)), fc.boolean()), {
          maxLength: 3,
        }),
        async (how, steps) => {
          const { tabs, writer, other, room, settle, place } = await open();
          SHARING[how]?.before?.(writer, place);
          await settle();
          writer.setOnline(false);
          SHARING[how]?.share(writer, place);
          for (const [name, isDelivered] of steps) {
            const { blocks } = other.editor;
            if (blocks.has(place.section) && blocks.has(place.group))
              BREAKING[name]?.(other.editor, place);
            if (isDelivered) await settle();
          }
          await settle();
          writer.setOnline(true);
          await settle();
          const { page } = (await room.read()) as { page: unknown };
          expect(isOnPage(page) || isOffered(writer), 'kept').to.equal(true);
          for (const { client } of tabs) client.close();
        },
      ),
      { numRuns: lawRuns(25, 100) },
    );
  });

  it('stays, whatever someone else removes and restores before the room has acknowledged it (law) [R63]', async function () {
    this.timeout(600_000);
    const removing = fc.constantFrom(
      'removes the section',
      'removes the group',
      'removes the block',
      'replaces the page with one without the section',
    );
    const step = fc.record({ name: removing, redos: fc.nat(2), isDelivered: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 3 }),
        fc.nat(2),
        fc.boolean(),
        async (steps, typedAt, isOnline) => {
          const { tabs, writer, other, room, settle, place } = await open();
          if (!isOnline) other.setOnline(false);
          for (const [index, { name, redos, isDelivered }] of steps.entries()) {
            BREAKING[name]?.(other.editor, place);
            other.editor.undo();
            for (let left = redos; left > 0; left--) {
              other.editor.redo();
              other.editor.undo();
            }
            if (index === Math.min(typedAt, steps.length - 1)) write(writer.editor, place.note);
            if (isDelivered) await settle();
          }
          writer.client.flush();
          if (!isOnline) await settle();
          other.setOnline(true);
          await settle();
          const { page } = (await room.read()) as { page: unknown };
          expect(isOnPage(page), 'on the page').to.equal(true);
          for (const { client } of tabs) client.close();
        },
      ),
      { numRuns: lawRuns(25, 100) },
    );
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
      { numRuns: lawRuns(25, 100) },
    );
  });
});
