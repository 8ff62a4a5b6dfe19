import { CobbleError, createEditor, createPage, richTextSchema } from '@cobble/engine';
import { expect } from 'chai';
import { EditorState } from 'prosemirror-state';
import { richTextFromHtml } from '../paste/richTextFromHtml.ts';
import { applyTextStyle } from './applyTextStyle.ts';
import { TextEditingSession, textEditingSessionOf } from './TextEditingSession.ts';

function editorWithText() {
  const editor = createEditor({ page: createPage() });
  const [uuid = ''] = editor.add({ type: 'text' }).unwrap();
  return { editor, uuid };
}

describe('text styles with wrong arguments', () => {
  const wrong: readonly (readonly [path: string, message: string, patch: unknown])[] = [
    ['patch', 'must be an object', null],
    ['patch.bolt', 'did you mean bold?', { bolt: true }],
    ['patch.fontSize', 'does not exist; the fields of patch are bold', { fontSize: 20 }],
    ['patch.sizePx', 'must be a number', { sizePx: '20' }],
    ['patch.bold', 'must be a boolean', { bold: 'yes' }],
    ['patch.link', 'must be { href, target }, or null', { link: 'https://a.example/' }],
    ['patch.link.url', 'the fields of patch.link are href, target', { link: { url: 'x' } }],
    ['patch.link.href', 'is missing; it must be a string', { link: { target: null } }],
    ['patch.sizePx', 'must be a number from 1 to 1000', { sizePx: -5 }],
    ['patch.sizePx', 'must be a number from 1 to 1000', { sizePx: Infinity }],
    ['patch.heading', 'must be a whole number from 0 to 4', { heading: -1 }],
    ['patch.heading', 'must be a whole number from 0 to 4', { heading: 1.5 }],
    ['patch.lineHeight', 'must be a number from 0.5 to 5', { lineHeight: 0 }],
    ['patch.align', 'must be left, center, right or justify', { align: 'middle' }],
    ['patch.color', 'must be a color', { color: 'red; }' }],
    ['patch.link.href', 'must be a web address', { link: { href: 'javascript:alert(1)' } }],
    ['patch.link.target', 'must be _self', { link: { href: '/menu', target: 'x' } }],
  ];

  it('are refused with their path, as they changed nothing or threw other errors [J12, J13]', () => {
    const { editor, uuid } = editorWithText();
    for (const [path, message, patch] of wrong) {
      const refused = applyTextStyle(editor, [uuid], patch as never);
      expect(refused, path).to.include({ ok: false, code: 'input_invalid' });
      expect('details' in refused && refused.details).to.include({ path });
      expect('details' in refused && refused.details?.message).to.include(message);
    }
    expect(applyTextStyle(editor, ['absent'], { bold: true })).to.deep.equal({
      ok: false,
      code: 'unknown_block',
      details: { uuid: 'absent' },
    });
    for (const uuids of [null, undefined, 5])
      expect(applyTextStyle(editor, uuids as never, { bold: true })).to.deep.equal({
        ok: false,
        code: 'input_invalid',
        details: { path: 'uuids', message: 'must be block ids' },
      });
    expect(() => applyTextStyle(editor.page as never, [uuid], {})).to.throw(
      CobbleError,
      'editor must be the result of createEditor, not a page',
    );
    const before = editor.blocks.get(uuid)?.content;
    expect(applyTextStyle(editor, uuid, { sizePx: 50 }).ok, 'a single id').to.equal(true);
    expect(editor.blocks.get(uuid)?.content).not.to.deep.equal(before);
  });

  it('are named by a session of text editing [J12, J13]', () => {
    const { editor, uuid } = editorWithText();
    const state = EditorState.create({ schema: richTextSchema });
    const session = new TextEditingSession(editor, uuid, { state } as never);
    const isNamed = (path: string, call: () => void) =>
      expect(call, path)
        .to.throw(CobbleError, path)
        .with.deep.include({ code: 'input_invalid', details: { path } });
    for (const [path, , patch] of wrong)
      isNamed(path, () => {
        session.apply(patch as never);
      });
    isNamed('patch.link', () => {
      session.setLink('https://a.example/' as never);
    });
    isNamed('patch.link', () => {
      session.stage({ link: 'https://a.example/' as never });
    });
    isNamed('patch.sizePx', () => {
      session.setFontSize('20' as never);
    });
    isNamed('kind', () => {
      session.toggleList('bulleted' as never);
    });
    isNamed('editor', () => textEditingSessionOf({ editor } as never));
    isNamed('html', () => richTextFromHtml(null as never));
  });
});
