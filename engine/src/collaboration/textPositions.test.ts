import { expect } from 'chai';
import type { Environment } from '../model/Environment.ts';
import { plainFromRichText, type RichText, richTextFromPlain } from '../text/richText.ts';
import { openTestTabs, type TestTab } from './testing/openTestTabs.ts';

const environment: Partial<Environment> = {
  measureTextWidth: ({ block, referenceWidthPx }) =>
    (plainFromRichText((block.content as { text: RichText }).text).length / 100) * referenceWidthPx,
  measureTextHeight: () => 30,
};

const SHORT = 'x'.repeat(40);
const LONG = 'x'.repeat(70);

async function open() {
  const { tabs, room, settle } = await openTestTabs(2, { environment });
  const [writer, other] = tabs as [TestTab, TestTab];
  const content = { text: richTextFromPlain(SHORT), useAutowidth: true };
  const section = writer.editor.sectionIds[0] ?? '';
  const [uuid = ''] = writer.editor
    .add({ type: 'text', parentUuid: section, position: { x: 0.5, y: 0.1 }, content })
    .unwrap();
  await settle();
  /** Where the writer, the other and the room have the text. */
  const positions = async () => {
    const { page } = (await room.read()) as { page: typeof writer.editor.page };
    const blocks = [writer, other].map(({ editor }) => editor.blocks.get(uuid));
    return [...blocks, page.things[uuid]].map((block) => block?.position);
  };
  return { writer, other, uuid, settle, positions };
}

describe('the position of a text as wide as its words', () => {
  it('is the same for all in a room, and as before once the typed words are deleted [TX15]', async () => {
    const { writer, uuid, settle, positions } = await open();
    const before = await positions();
    writer.editor.startTextEditing(uuid);
    for (const text of [LONG, `${LONG}xx`, SHORT]) writer.editor.setEditedText(text).unwrap();
    writer.editor.stopTextEditing();
    expect(writer.client.pendingCount).to.equal(0);
    for (const text of [`${LONG}xx`, LONG]) {
      writer.editor.startTextEditing(uuid);
      writer.editor.setEditedText(text).unwrap();
    }
    writer.editor.stopTextEditing();
    await settle();
    const after = await positions();
    expect(after.map((position) => position?.x)).to.deep.equal([0.3, 0.3, 0.3]);
    expect(new Set(after.map((position) => JSON.stringify(position)))).to.have.length(1);
    expect(before[0]?.x).to.equal(0.5);
  });

  it('is where someone else has moved it while words were typed that are deleted again [TX15]', async () => {
    const { writer, other, uuid, settle, positions } = await open();
    // The room does not know yet that the text is being edited.
    writer.setSlow(true);
    writer.editor.startTextEditing(uuid);
    writer.editor.setEditedText(LONG).unwrap();
    await settle();
    other.editor.update(uuid, { position: { x: 0.1, y: 0.4 } }).unwrap();
    await settle();
    writer.editor.setEditedText(SHORT).unwrap();
    writer.editor.stopTextEditing();
    writer.setSlow(false);
    await settle();
    for (const position of await positions()) expect(position).to.include({ x: 0.1, y: 0.4 });
  });
});
