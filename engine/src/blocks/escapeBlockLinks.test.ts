import { expect } from 'chai';
import { routePaste } from '../clipboard/routePaste.ts';
import { migratePage } from '../migrations/migratePage.ts';
import type { Block } from '../model/Block.ts';
import { richTextFromPlain } from '../text/richText.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestPage } from '../testing/makeTestPage.ts';

const TYPED = "https://example.org/it's|{a}`^";
const STORED = 'https://example.org/it%27s%7C%7Ba%7D%60%5E';

const linkedText = (href: string) => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'a ' },
        {
          type: 'text',
          text: 'b',
          marks: [{ type: 'bold' }, { type: 'link', attrs: { href, target: null } }],
        },
      ],
    },
  ],
});

describe('links with quotes and brackets', () => {
  it('are escaped in every field that an edit sets [V15]', () => {
    const editor = makeTestEditor();
    const shape = {
      type: 'shape' as const,
      properties: { hyperlink: TYPED },
      styles: { background: { imageUrl: TYPED } },
    };
    editor.add({ ...shape, uuid: 'a' });
    editor.add({ type: 'image', uuid: 'b', content: { url: TYPED } });
    editor.add({ type: 'sticky-note', uuid: 'c', content: { stickyNoteImageUrl: TYPED } });
    editor.add({ type: 'text', uuid: 'd', content: { text: linkedText(TYPED) as never } });
    editor.add({ type: 'text', uuid: 'e', content: { text: richTextFromPlain('x') } });
    expect(editor.update('e', { content: { text: linkedText(TYPED) as never } }).ok).to.equal(true);
    expect(editor.startTextEditing('d')).to.equal(true);
    editor.setEditedText(linkedText(`${TYPED}2`) as never);
    editor.stopTextEditing();
    const { blocks } = editor;
    expect(blocks.get('a')?.properties.hyperlink).to.equal(STORED);
    expect(blocks.get('a')?.styles.background?.imageUrl).to.equal(STORED);
    expect(blocks.get('b')?.content).to.include({ url: STORED });
    expect(blocks.get('c')?.content).to.include({ stickyNoteImageUrl: STORED });
    expect(blocks.get('d')?.content).to.deep.include({ text: linkedText(`${STORED}2`) });
    expect(blocks.get('e')?.content).to.deep.include({ text: linkedText(STORED) });
    editor.update('a', { properties: { hyperlink: '/new' } });
    editor.update('a', { properties: { hyperlink: "/it's" } });
    expect(blocks.get('a')?.properties.hyperlink).to.equal('/it%27s');
    for (const bad of ['https://example.org/"', 'https://example.org/<', 3])
      expect(editor.update('a', { properties: { hyperlink: bad as string } }).ok).to.equal(false);
  });

  it('are kept when an older page or a paste contains them [V15, T8]', () => {
    const block = makeTestBlock('a', {
      properties: { hyperlink: TYPED },
      styles: { background: { imageUrl: TYPED } },
    });
    const text = makeTestBlock('t', { type: 'text', content: { text: linkedText(TYPED) } });
    const page = makeTestPage([block, text]);
    for (const version of ['0.5.2', '0.6.0']) {
      const migrated = migratePage({
        ...page,
        settings: { ...page.settings, editorVersion: version },
      });
      const things = migrated.page.things as Record<string, Block>;
      expect(things['a']?.properties.hyperlink, version).to.equal(STORED);
      expect(things['a']?.styles.background?.imageUrl, version).to.equal(STORED);
      expect(JSON.stringify(things['t']?.content), version).to.include(STORED);
    }
    const route = routePaste({ text: TYPED }, { isEditing: true, canEdit: true, isTyping: false });
    expect(route.ok && route.value).to.deep.include({ kind: 'link', href: STORED });
  });
});
