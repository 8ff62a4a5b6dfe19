import { expect } from 'chai';
import { autorun } from 'mobx';
import type { Kit } from '../../blocks/Kit.ts';
import { parsePage } from '../../parsing/parsePage.ts';
import { richTextFromPlain } from '../../text/richText.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection, makeTestText } from '../../testing/makeTestPage.ts';
import { type Block, MAX_GROUP_DEPTH } from '../../model/Block.ts';
import type { Result } from '../../model/Result.ts';
import type { NewBlock } from '../patches.ts';
import type { Editor } from '../Editor.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';

const at = (editor: Editor, uuid: string) => editor.blocks.get(uuid)?.position;
const half = { x: 0.5, y: 0.5 };
const field = ({ content }: Block, name: string): unknown => Reflect.get(content, name);

describe('the selection', () => {
  it('stays what the user has selected while a program edits other blocks, if it asks for that [E49]', () => {
    const { editor, a, b, mine } = withSelection();
    const quietly = { select: false };
    for (const history of [true, false]) {
      editor.run(
        () => {
          editor.duplicate([a], quietly).unwrap();
          const group = editor.group([a, b], quietly).unwrap();
          expect(editor.ungroup(group, quietly)).to.eql({ ok: true, value: [a, b] });
        },
        { history },
      );
      expect([...editor.selection]).to.eql([mine]);
    }
    const group = editor.group([a, b]).unwrap();
    editor.ungroup(group, quietly).unwrap();
    expect([...editor.selection], 'a group that is gone').to.eql([]);
    const misspelt = { selct: false } as object;
    for (const name of ['duplicate', 'group', 'ungroup'] as const)
      expect(editor[name]([a], misspelt)).to.deep.include({
        code: 'input_invalid',
        details: {
          path: 'options.selct',
          message: 'is not an option; the options are select; did you mean select?',
        },
      });
  });

  function withSelection() {
    const editor = makeTestEditor();
    const [a = '', b = '', mine = ''] = editor
      .add([0.1, 0.4, 0.7].map((x) => ({ type: 'shape', position: { x, y: 0.1, width: 0.1 } })))
      .unwrap();
    editor.select(mine);
    return { editor, a, b, mine };
  }
});

describe('updating', () => {
  it('with the values that are there keeps the records, so that no screen renders again [E33]', () => {
    const editor = makeTestEditor();
    const [uuid = ''] = editor
      .add({ type: 'shape', altText: 'A', styles: { opacity: 0.5 } })
      .unwrap();
    const [text = ''] = editor
      .add({ type: 'text', content: { text: richTextFromPlain('a') } })
      .unwrap();
    const counts = { block: 0, fields: 0 };
    const stops = [
      autorun(() => {
        editor.blocks.get(uuid);
        editor.blocks.get(text);
        counts.block += 1;
      }),
      autorun(() => {
        if (editor.fields.settings.lang !== '') counts.fields += 1;
      }),
    ];
    const { title } = editor.fields.settings;
    const block = editor.blocks.get(uuid);
    for (const patch of [
      {},
      { altText: 'A' },
      { locked: undefined },
      { styles: { opacity: 0.5, paddingPx: undefined }, position: { x: block?.position.x } },
      { content: { ...block?.content } },
    ])
      expect(editor.update(uuid, patch).ok).to.equal(true);
    editor.update(text, { content: { text: richTextFromPlain('a') } }).unwrap();
    editor.updatePage({ settings: { title }, style: {} }).unwrap();
    expect(editor.blocks.get(uuid)).to.equal(block);
    expect(counts).to.eql({ block: 1, fields: 1 });
    editor.update(uuid, { styles: { opacity: undefined } }).unwrap();
    editor.updatePage({ settings: { title: 'B' } }).unwrap();
    expect(counts).to.eql({ block: 2, fields: 2 });
    for (const stop of stops) stop();
  });
});

describe('adding blocks', () => {
  it('of a misspelt type says which one was meant, or a script fails without a reason [E45]', () => {
    const editor: Editor<Kit> = makeTestEditor();
    expect(() => editor.add({ type: 'sticky-not' }).unwrap()).to.throw(
      'refused: unknown_type: "sticky-not": did you mean sticky-note?',
    );
    expect(editor.add({ type: 'piano' })).to.have.deep.property('details', { type: 'piano' });
  });

  it('centres them in the window, with the defaults of their type [E17]', () => {
    const editor = makeTestEditor();
    editor.add({ type: 'shape' });
    expect(at(editor, 'id-1')).to.eql({
      x: 0.425,
      y: 0.425,
      width: 0.25,
      height: 0.25,
      rotationDeg: 0,
      zIndex: 50_000,
    });
    expect(editor.blocks.get('id-1')?.parentUuid).to.equal('s1');
    editor.add({ type: 'text' });
    expect(at(editor, 'id-2')).to.include({ width: 0.248333, zIndex: 50_001 });
    expect(editor.blocks.get('id-2')?.styles).to.eql({ paddingPx: 12, lineHeight: 1.4 });
    parsePage(editor.page);
  });

  it('limits the default width to 0.9 of the window, and keeps the aspect ratio [E17]', () => {
    const editor = makeTestEditor();
    editor.add({ type: 'rich-button' });
    expect(at(editor, 'id-1')?.width).to.equal(0.9);
    expect(at(editor, 'id-1')?.height).to.be.closeTo((0.9 * 83) / 548, 1e-6);
    editor.add({
      type: 'image',
      position: { width: 0.5 },
      content: { url: '/assets/a.png', naturalWidth: 200, naturalHeight: 100 },
    });
    expect(at(editor, 'id-2')).to.include({ width: 0.5, height: 0.25 });
    editor.add({ type: 'shape', position: { x: 0, y: 0, width: 1, height: 0.2 } });
    expect(at(editor, 'id-3')?.width).to.equal(1);
  });

  it('treats a field that is undefined as left out, so that a host can pass on values that may be missing [E17]', () => {
    const editor = makeTestEditor();
    const added = editor.add({
      type: 'shape',
      position: { width: undefined },
      styles: { opacity: undefined },
      content: { shapeColor: undefined, shapeType: 'star' },
      properties: { htmlId: undefined },
    });
    expect(added.ok, JSON.stringify(added)).to.equal(true);
    editor.add({ type: 'shape', content: { shapeType: 'star' } });
    const [one, other] = ['id-1', 'id-2'].map((uuid) => editor.blocks.get(uuid));
    expect(one?.content).to.eql(other?.content);
    expect(one?.styles).to.eql(other?.styles);
    expect(one?.properties).to.eql(other?.properties);
    expect(one?.position.width).to.equal(other?.position.width);
    editor.add({ type: 'text', styles: { paddingPx: undefined } });
    expect(editor.blocks.get('id-3')?.styles.paddingPx).to.equal(12);
  });

  it('refuses sizes above 1,000 and raises those below 0.03, as updates do [E65]', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    for (const key of ['width', 'height'] as const) {
      const path = `position.${key}`;
      for (const position of [{ [key]: 1e9 }, { x: 0, y: 0, [key]: 1e9 }])
        for (const type of ['shape', 'image'] as const) {
          const added = editor.add({ type, position });
          expect(added).to.include({ ok: false, code: 'invalid_block' });
          expect(added.ok ? null : added.details?.path, type).to.equal(path);
        }
      const updated = editor.update('a', { position: { [key]: 1e9 } });
      expect(updated.ok ? null : updated.details?.path).to.equal(path);
      for (const size of [-1, 0, 0.01]) {
        const [uuid = ''] = editor.add({ type: 'shape', position: { [key]: size } }).unwrap();
        expect(at(editor, uuid)?.[key]).to.equal(0.03);
        editor.update('a', { position: { [key]: size } }).unwrap();
        expect(at(editor, 'a')?.[key]).to.equal(0.03);
      }
    }
  });

  it('takes positions in page space without a parent, and in the parent’s space with one [E18]', () => {
    const editor = makeTestEditor();
    editor.add({ type: 'shape', position: { x: 0.1, y: 1.2 } });
    expect(editor.blocks.get('id-1')?.parentUuid).to.equal('s2');
    expect(at(editor, 'id-1')?.y).to.equal(0.2);
    editor.add({ type: 'shape', parentUuid: 's2', position: { x: 0.1, y: 0.2 } });
    expect(at(editor, 'id-2')?.y).to.equal(0.2);
  });

  it('grows the section to fit them [P17]', () => {
    const editor = makeTestEditor();
    editor.add({ type: 'shape', position: { x: 0, y: 2.4, width: 0.2, height: 0.2 } });
    expect(editor.boxOf('s2')?.height).to.equal(1.65);
    expect(editor.fields.relativeHeight).to.equal(2.65);
  });

  it('respaces z-indices that leave the safe range [E3]', () => {
    const editor = makeTestEditor([
      makeTestBlock('a', { position: { zIndex: 3 } }),
      makeTestBlock('b', { position: { zIndex: 100_000 } }),
    ]);
    editor.add({ type: 'shape' });
    expect(editor.childrenOf('s1').map((each) => each.uuid)).to.eql(['a', 'b', 'id-1']);
    expect(editor.childrenOf('s1').map((each) => each.position.zIndex)).to.eql([
      49_998, 50_003, 50_004,
    ]);
  });

  it('refuses unknown types, groups, invalid content, locked parents and more than the cap [E19]', () => {
    const editor: Editor<Kit> = makeTestEditor(
      [makeTestSection('s2', { order: 1, locked: true })],
      {
        maxBlocks: 3,
      },
    );
    const before = editor.page;
    expect(editor.add({ type: 'nope' })).to.include({ code: 'unknown_type' });
    const group: NewBlock<string> = { type: 'group' };
    expect(editor.add(group)).to.include({
      code: 'group_needs_its_own_command',
    });
    const bad = editor.add({ type: 'shape', content: { shapeColor: 'x;y' } });
    expect(bad).to.deep.include({ code: 'invalid_block' });
    expect(bad).to.have.nested.property('details.path', 'content.shapeColor');
    expect(editor.add({ type: 'shape', parentUuid: 's2' })).to.include({ code: 'block_locked' });
    expect(editor.add([{ type: 'shape' }, { type: 'shape' }])).to.deep.include({
      code: 'things_per_page_limit_exceeded',
      details: { max: 3 },
    });
    expect(editor.page).to.eql(before);
    expect(editor.canUndo).to.equal(false);
    expect(editor.add({ type: 'shape' }).ok).to.equal(true);
  });

  it('says which block of a long list is wrong, and what it expects instead of a Set [E19, E45]', () => {
    const editor: Editor<Kit> = makeTestEditor();
    const shape: NewBlock<string> = { type: 'shape' };
    const refusalOf = (wrong: unknown) => editor.add([shape, shape, wrong as typeof shape]);
    for (const [wrong, code, details] of [
      [{ type: 'shpae' }, 'unknown_type', { index: 2, type: 'shpae' }],
      [{ type: 'group' }, 'group_needs_its_own_command', { index: 2 }],
      [
        { type: 'shape', content: { shapeColor: 'x;y' } },
        'invalid_block',
        { index: 2, path: 'content.shapeColor' },
      ],
      [{ type: 'shape', position: { x: 'a' } }, 'invalid_block', { index: 2, path: 'position.x' }],
      [{ type: 'shape', parentUuid: 'nope' }, 'unknown_block', { index: 2, uuid: 'nope' }],
    ] as const) {
      const refused = refusalOf(wrong);
      expect(refused).to.include({ ok: false, code });
      expect(refused).to.have.property('details').that.includes(details);
    }
    // eslint-disable-next-line no-sparse-arrays -- what is tested
    expect(editor.add([shape, , shape] as never)).to.have.nested.property('details.index', 1);
    expect(() => refusalOf({ type: 'shape', position: { x: 'a' } }).unwrap()).to.throw(
      'refused: invalid_block: index 2: position.x: must be a number',
    );
    const single = editor.add({ type: 'shape', position: { x: 'a' as never } });
    expect(single).to.have.property('details').that.does.not.have.property('index');
    for (const blocks of [new Set([shape]), 5, null, undefined, 'shape'])
      expect(editor.add(blocks as never)).to.deep.include({
        code: 'input_invalid',
        details: { path: 'blocks', message: 'must be a block or a list of blocks' },
      });
    expect(editor.canUndo).to.equal(false);
  });

  it('refuses a block in a group that is nested as deeply as a page may be [J11]', () => {
    const groups = Array.from({ length: MAX_GROUP_DEPTH }, (_, index) =>
      makeTestSection(`g${String(index)}`, {
        parentUuid: index === 0 ? 's1' : `g${String(index - 1)}`,
      }),
    );
    const editor = makeTestEditor(groups);
    const addTo = (index: number) => editor.add({ type: 'shape', parentUuid: `g${String(index)}` });
    expect(addTo(MAX_GROUP_DEPTH - 1)).to.have.nested.property('details.path', 'parentUuid');
    expect(addTo(MAX_GROUP_DEPTH - 2).ok).to.equal(true);
    parsePage(editor.page);
  });

  it('accepts the temporary URL of an upload, and no other invalid URL [E20]', () => {
    const editor = makeTestEditor();
    const add = (url: string) => editor.add({ type: 'image', content: { url } });
    expect(add('blob:https://cobble.example/1').ok).to.equal(true);
    expect(add('javascript:1')).to.include({ code: 'invalid_block' });
  });
});

describe('updating blocks', () => {
  it('merges one level deep, and removes undefined keys [E21]', () => {
    const editor = makeTestEditor([makeTestBlock('a', { altText: 'x', styles: { opacity: 0.5 } })]);
    editor.update('a', { styles: { paddingPx: 3, opacity: undefined }, altText: undefined });
    expect(editor.blocks.get('a')).to.eql(makeTestBlock('a', { styles: { paddingPx: 3 } }));
  });

  it('keeps what every position has if it is undefined, so that a host can pass on values that may be missing [J13]', () => {
    const position = { ...makeTestBlock('a').position, pin: 'left' as const };
    const editor = makeTestEditor([makeTestBlock('a', { position })]);
    const nothing = { width: undefined, height: undefined, rotationDeg: undefined };
    const patch = { position: { x: 0.4, y: undefined, zIndex: undefined, ...nothing } };
    expect(editor.update('a', patch)).to.include({ ok: true });
    expect(editor.blocks.get('a')?.position).to.eql({ ...position, x: 0.4 });
    editor.update('a', { position: { pin: undefined } });
    expect(editor.blocks.get('a')?.position).not.to.have.property('pin');
  });

  it('keeps the width of a page if it is undefined [J13]', () => {
    const editor = makeTestEditor();
    const settings = { title: 'New', referenceWidth: undefined, editorVersion: undefined };
    const before = editor.page.settings;
    expect(editor.updatePage({ settings })).to.include({ ok: true });
    expect(editor.page.settings).to.eql({ ...before, title: 'New' });
  });

  it('sets, patches and removes the source of a block [E38]', () => {
    const editor = makeTestEditor();
    const source = { name: 'GIPHY', metadata: { giphyURL: 'https://giphy.com/gifs/1' } };
    expect(editor.add({ type: 'gif', uuid: 'a', source }).ok).to.equal(true);
    expect(editor.blocks.get('a')?.source).to.eql(source);
    editor.update('a', { source: { name: undefined, url: 'https://giphy.com' } });
    const { metadata } = source;
    expect(editor.blocks.get('a')?.source).to.eql({ url: 'https://giphy.com', metadata });
    parsePage(editor.page);
    expect(editor.update('a', { source: { name: 3 } as never })).to.include({ ok: false });
    editor.update('a', { source: undefined });
    expect(editor.blocks.get('a')).not.to.have.property('source');
  });

  it('refuses unsupported fields with their path, and then changes nothing [E38]', () => {
    const card = { styles: { background: { color: '#FFFFFF' } } };
    const editor = makeTestEditor([
      makeTestSection('g', { parentUuid: 's1', position: { width: 0.4, height: 0.1 } }),
      makeTestBlock('a', { parentUuid: 'g', position: { width: 0.4 } }),
      makeTestSection('card', { parentUuid: 's1', ...card }),
    ]);
    const before = editor.page;
    const pathOf = (result: Result<unknown, EditorRefusal>) =>
      result.ok ? 'ok' : `${result.code} ${String(result.details?.['path'])}`;
    const update = (uuid: string, patch: object) => pathOf(editor.update(uuid, patch));
    expect(update('a', { parentUuid: 's1' })).to.equal('invalid_block parentUuid');
    expect(update('a', { positionOn: {} })).to.equal('invalid_block positionOn');
    expect(update('a', { uuid: 'b' })).to.equal('invalid_block uuid');
    expect(update('g', { position: { rotationDeg: 5 } })).to.equal(
      'invalid_block position.rotationDeg',
    );
    expect(update('g', { position: { width: 0.9 } })).to.equal('invalid_block position.width');
    expect(update('s1', { position: { x: 0.1 } })).to.equal('invalid_block position.x');
    const misspelt = { type: 'shape', contents: {} } as NewBlock;
    expect(pathOf(editor.add(misspelt))).to.equal('invalid_block contents');
    expect(editor.page).to.equal(before);
    expect(update('g', { position: { ...editor.blocks.get('g')?.position, x: 0.2 } })).to.equal(
      'ok',
    );
    expect(update('card', { position: { width: 0.9 } })).to.equal('ok');
    expect(at(editor, 'card')?.width).to.equal(0.9);
  });

  it('refuses a patch for another type, and changes no type [E47]', () => {
    const editor = makeTestEditor([makeTestBlock('a'), makeTestText('t', 'Hi')]);
    const before = editor.page;
    const refused = editor.update(['a', 't'], { type: 'shape', altText: 'A shape' });
    expect(refused).to.deep.include({
      code: 'invalid_block',
      details: { uuid: 't', path: 'type', message: 'is not the type of the block' },
    });
    expect(editor.page).to.equal(before);
    editor.update('a', { type: 'shape', content: { shapeType: 'star' } }).unwrap();
    expect(editor.blocks.get('a')).to.deep.include({ type: 'shape' });
    editor.setLocked(true, 'a').unwrap();
    editor.update('a', { type: 'shape', locked: false }).unwrap();
    expect(editor.blocks.get('a')?.locked).to.equal(false);
  });

  it('refuses locked blocks, except to unlock them [E22]', () => {
    const editor = makeTestEditor([makeTestBlock('a', { locked: true }), makeTestBlock('b')]);
    const patch = { position: { x: 0.5 } };
    expect(editor.update('a', patch)).to.include({ code: 'block_locked' });
    expect(editor.update(['a', 'b'], patch)).to.include({ code: 'selection_locked' });
    expect(at(editor, 'b')?.x).to.equal(0);
    expect(editor.setLocked(false, ['a']).ok).to.equal(true);
    expect(editor.blocks.get('a')).not.to.have.property('locked');
    expect(editor.update('a', patch).ok).to.equal(true);
  });

  it('refuses an HTML id for several blocks, autosize of blocks without text, and missing blocks', () => {
    const editor = makeTestEditor([makeTestBlock('a'), makeTestBlock('b')]);
    const htmlId = { properties: { htmlId: 'x' } };
    expect(editor.update(['a', 'b'], htmlId)).to.include({ code: 'html_id_needs_one_block' });
    expect(editor.update('a', { properties: { htmlId: 'a b<br>"c' } }).ok).to.equal(true);
    expect(editor.blocks.get('a')?.properties.htmlId).to.equal('abc');
    const autosize = { content: { useAutosize: true } };
    expect(editor.update('a', autosize)).to.include({ code: 'autowidth_needs_text' });
    expect(editor.update('z', {})).to.include({ code: 'unknown_block' });
  });

  it('adjusts the height of a text to its content, width and font, unless autosize is off [E23]', () => {
    const requests: number[] = [];
    let heightPx = 118;
    const editor = makeTestEditor([makeTestText('t', 'Hi'), makeTestBlock('a')], {
      environment: {
        measureTextHeight: ({ widthPx }) => {
          requests.push(widthPx);
          return heightPx;
        },
      },
    });
    editor.update('t', { position: { x: 0.3 } });
    editor.update('a', { position: { width: 0.3 } });
    expect(requests).to.eql([]);
    editor.update('t', { position: { width: 0.5 } });
    expect(at(editor, 't')?.height).to.equal(0.2);
    heightPx = 178;
    editor.update('t', { content: { fontSize: 40 } });
    expect(at(editor, 't')?.height).to.equal(0.3);
    heightPx = 238;
    editor.update('t', { content: { text: richTextFromPlain('Hi you') } });
    expect(at(editor, 't')?.height).to.equal(0.4);
    heightPx = 118;
    editor.startTextEditing('t');
    editor.setEditedText('Hi');
    editor.stopTextEditing();
    expect(at(editor, 't')?.height).to.equal(0.2);
    expect(new Set(requests)).to.eql(new Set([300]));
    requests.length = 0;
    editor.update('t', { content: { useAutosize: false }, position: { height: 0.4 } });
    editor.update('t', { position: { width: 0.6 } });
    editor.update('t', { content: { text: richTextFromPlain('Hello') } });
    expect(requests).to.eql([]);
    expect(at(editor, 't')?.height).to.equal(0.4);
  });

  it('adjusts the width of a text to its content until a width is set [E23]', () => {
    const editor = makeTestEditor([makeTestBlock('a')], {
      environment: {
        measureTextWidth: ({ block }) => JSON.stringify(field(block, 'text')).length,
        measureTextHeight: () => 58,
      },
    });
    const long = richTextFromPlain('a long line of words');
    const longer = richTextFromPlain('a much longer line of many words');
    const widthOf = (text: object): number => JSON.stringify(text).length / 600;
    editor.add({ type: 'text', uuid: 'lorem', position: { height: 0.1 } });
    expect(at(editor, 'lorem')?.width).to.be.closeTo(149 / 600, 1e-6);
    editor.add({ type: 'text', uuid: 't', position: { x: 0.1, y: 0.1 }, content: { text: long } });
    expect(at(editor, 't')).to.include({ x: 0.1, height: 0.1 });
    expect(at(editor, 't')?.width).to.be.closeTo(widthOf(long), 1e-6);
    editor.update('t', { content: { text: longer, textAlign: 'right' } });
    expect(at(editor, 't')?.width).to.be.closeTo(widthOf(longer), 1e-6);
    expect((at(editor, 't')?.x ?? 0) + widthOf(longer)).to.be.closeTo(0.1 + widthOf(long), 1e-5);
    editor.update('t', { position: { width: 0.5 } });
    expect(editor.blocks.get('t')?.content).not.to.have.property('useAutowidth');
    editor.update('t', { content: { text: long } });
    expect(at(editor, 't')?.width).to.equal(0.5);
    editor.add({ type: 'text', uuid: 'wide', position: { width: 0.7 }, content: { text: long } });
    expect(at(editor, 'wide')?.width).to.equal(0.7);
    editor.update('wide', { content: { text: longer } });
    expect(at(editor, 'wide')?.width).to.equal(0.7);
    expect(editor.update('a', { content: { useAutowidth: true } })).to.include({
      code: 'autowidth_needs_text',
    });
  });

  it('moves a block to the section under its centre, at the same position on the page [P18]', () => {
    const editor = makeTestEditor([makeTestBlock('a', { position: { y: 0.8 } })]);
    editor.update('a', { position: { y: 1.3 } });
    expect(editor.blocks.get('a')?.parentUuid).to.equal('s2');
    expect(editor.boxOf('a')).to.eql({ x: 0, y: 1.3, width: 0.2, height: 0.1 });
    expect(editor.boxOf('s1')?.height).to.equal(1);
  });

  it('cannot rotate groups, and a stored rotation of a group does not affect bounds [E21]', () => {
    const editor = makeTestEditor([
      makeTestSection('g', {
        parentUuid: 's1',
        position: { x: 0.1, y: 0.1, width: 0.4, height: 0.1, rotationDeg: 90 },
      }),
      makeTestBlock('a', { parentUuid: 'g', position: { width: 0.4 } }),
    ]);
    expect(editor.update('g', { position: { rotationDeg: 30 } }).ok).to.equal(false);
    expect(editor.blocks.get('g')?.position.rotationDeg).to.equal(90);
    editor.select(['g']);
    expect(editor.selectionBox).to.eql({ x: 0.1, y: 0.1, width: 0.4, height: 0.1 });
    // A paste centres the unrotated box on the point.
    expect(editor.paste(editor.copy() ?? '', { x: 0.5, y: 0.15 }).ok).to.equal(true);
    expect(editor.selectionBox?.x).to.be.closeTo(0.3, 1e-6);
  });

  it('changes and validates the settings, style and flags of the page', () => {
    const editor = makeTestEditor();
    const patch = { settings: { title: 'New' }, style: { margin: 0.1 }, isPublic: false };
    expect(editor.updatePage(patch).ok).to.equal(true);
    expect(editor.fields.settings).to.include({ title: 'New', referenceWidth: 600 });
    expect(editor.fields).to.deep.include({
      isPublic: false,
      style: { backgroundColor: '#FFFFFF', margin: 0.1 },
    });
    const refused = editor.updatePage({ settings: { title: 'x'.repeat(501) } });
    expect(refused).to.deep.include({
      code: 'invalid_page',
      details: { path: 'settings.title', message: 'Page title cannot exceed 500 characters' },
    });
    editor.undo();
    expect(editor.fields.settings.title).to.equal('Test');
  });

  it('refuses page fields that an edit cannot set, so that no host assumes that a slug was saved [E38]', () => {
    const editor = makeTestEditor();
    const before = editor.page;
    for (const [key, value] of Object.entries({ slug: 'about', titel: 'x', things: {}, ID: 7 }))
      expect(editor.updatePage({ [key]: value, isListed: true }), key).to.deep.equal({
        ok: false,
        code: 'invalid_page',
        details: { path: key, message: 'cannot be set by this call' },
      });
    expect(editor.page).to.equal(before);
  });

  it('cannot set the version, which would lock the owner out, and scales the page to a new width [P4]', () => {
    const editor = makeTestEditor([makeTestText('t', 'Hi')]);
    const before = editor.page;
    expect(editor.updatePage({ settings: { editorVersion: '99.0.0' } })).to.deep.include({
      code: 'invalid_page',
      details: { path: 'settings.editorVersion', message: 'cannot be set' },
    });
    expect(editor.updatePage({ settings: { referenceWidth: 200 } })).to.include({
      code: 'page_width_below_minimum',
    });
    for (const width of ['700', NaN, Infinity, null, 5000] as number[]) {
      expect(editor.updatePage({ settings: { referenceWidth: width } }).ok).to.equal(false);
      expect(editor.setReferenceWidth(width, { scale: true })).to.include({ code: 'invalid_page' });
    }
    expect(editor.page).to.equal(before);
    const { editorVersion } = editor.fields.settings;
    const settings = { editorVersion, referenceWidth: 1200, title: 'Wide' };
    expect(editor.updatePage({ settings, style: { margin: 0.2 } }).ok).to.equal(true);
    expect(editor.fields.settings).to.include({ referenceWidth: 1200, title: 'Wide' });
    expect(editor.fields.style.margin).to.equal(0.2);
    expect(editor.blocks.get('t')?.styles.paddingPx).to.equal(24);
  });
});

describe('removing blocks', () => {
  it('removes descendants and shrinks the last section [P19]', () => {
    const editor = makeTestEditor([
      makeTestSection('g', { parentUuid: 's2' }),
      makeTestBlock('a', { parentUuid: 'g' }),
      makeTestBlock('b', { parentUuid: 's2', position: { y: 0.5 } }),
    ]);
    editor.remove(['g']);
    expect([...editor.blocks.keys()]).to.have.members(['s1', 's2', 'b']);
    expect(editor.boxOf('s2')?.height).to.equal(0.65);
    editor.remove(['b']);
    expect(editor.boxOf('s2')?.height).to.equal(0.333333);
    expect(editor.fields.relativeHeight).to.equal(1.333333);
    editor.undo();
    editor.undo();
    expect(editor.fields.relativeHeight).to.equal(2);
  });

  it('keeps one section and locked blocks, and refuses an empty selection, as updating does [E24]', () => {
    const editor = makeTestEditor([
      makeTestSection('g', { parentUuid: 's1' }),
      makeTestBlock('a', { parentUuid: 'g', locked: true }),
    ]);
    expect(editor.remove()).to.include({ code: 'nothing_selected' });
    expect(editor.update([], { altText: 'x' })).to.include({ code: 'nothing_selected' });
    expect(editor.remove(['g'])).to.include({ code: 'selection_locked' });
    expect(editor.remove(['a'])).to.include({ code: 'block_locked' });
    editor.setLocked(false, ['a']);
    expect(editor.remove(['s1', 's2'])).to.include({ code: 'cannot_delete_last_section' });
    expect(editor.remove(['s1']).ok).to.equal(true);
    expect(editor.remove(['s2'])).to.include({ code: 'cannot_delete_last_section' });
  });

  it('removes a group with its last child', () => {
    const editor = makeTestEditor([
      makeTestSection('g', { parentUuid: 's1' }),
      makeTestBlock('a', { parentUuid: 'g' }),
    ]);
    editor.remove(['a']);
    expect(editor.blocks.has('g')).to.equal(false);
    editor.undo();
    expect(editor.blocks.has('g')).to.equal(true);
  });
});

describe('duplicating blocks', () => {
  it('copies trees under new ids, with an offset and on top [E25]', () => {
    const editor = makeTestEditor([
      makeTestSection('g', { parentUuid: 's1', position: { width: 0.2, height: 0.1 } }),
      makeTestBlock('a', { parentUuid: 'g', properties: { htmlId: 'top' }, locked: true }),
    ]);
    expect(editor.duplicate(['g', 'a'])).to.eql({ ok: true, value: ['id-1'] });
    expect([...editor.selection]).to.eql(['id-1']);
    expect(editor.blocks.get('id-1')?.position).to.include({ x: 0.06, y: 0.06, zIndex: 50_001 });
    const child = editor.blocks.get('id-2');
    expect(child?.parentUuid).to.equal('id-1');
    expect(child).not.to.have.property('locked');
    expect(child?.properties).to.eql({});
    parsePage(editor.page);
  });

  it('inserts the copy of a section below it', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    editor.duplicate(['s1']);
    expect(editor.sectionIds).to.eql(['s1', 'id-1', 's2']);
    expect(editor.boxOf('id-2')?.y).to.equal(1);
    expect(editor.fields.relativeHeight).to.equal(3);
  });

  it('is refused during an upload, and over the cap [E26]', () => {
    const image = (uuid: string, content: object) =>
      makeTestBlock(uuid, { type: 'image', content });
    const editor = makeTestEditor(
      [
        image('i', { url: '', isUploading: true }),
        image('j', { url: 'blob:x' }),
        image('k', { url: '' }),
      ],
      { maxBlocks: 6 },
    );
    for (const uuid of ['i', 'j'])
      expect(editor.duplicate([uuid])).to.include({ code: 'cannot_clone_while_uploading' });
    expect(editor.duplicate(['k']).ok).to.equal(true);
    expect(editor.duplicate(['k'])).to.include({ code: 'things_per_page_limit_exceeded' });
  });

  it('accepts blocks of types that do not upload, whatever their content [E26]', () => {
    const content = { shapeType: 'rectangle', shapeColor: '#FFB52E', isUploading: true };
    const editor = makeTestEditor([makeTestBlock('a', { content })]);
    expect(editor.duplicate(['a']).ok).to.equal(true);
    editor.select(['a']);
    expect(editor.copy()).to.have.property('html');
  });
});

describe('arranging blocks', () => {
  const three = () => [
    makeTestBlock('a', { position: { x: 0, y: 0, zIndex: 1 } }),
    makeTestBlock('b', { position: { x: 0.25, y: 0.05, zIndex: 2 } }),
    makeTestBlock('c', { position: { x: 0.1, y: 0.05, zIndex: 3 } }),
  ];
  const order = (editor: Editor) => editor.childrenOf('s1').map((each) => each.uuid);

  it('changes their paint order', () => {
    const editor = makeTestEditor(three());
    editor.reorder('front', ['a']);
    expect(order(editor)).to.eql(['b', 'c', 'a']);
    editor.reorder('back', ['c', 'a']);
    expect(order(editor)).to.eql(['c', 'a', 'b']);
    expect(editor.childrenOf('s1').map((each) => each.position.zIndex)).to.eql([
      49_995, 50_000, 50_005,
    ]);
    expect(editor.canUndo).to.equal(true);
  });

  it('steps over the next overlapping block', () => {
    const editor = makeTestEditor(three());
    editor.reorder('forward', ['a']);
    expect(order(editor)).to.eql(['b', 'c', 'a']);
    editor.reorder('backward', ['a']);
    expect(order(editor)).to.eql(['b', 'a', 'c']);
    editor.reorder('forward', ['c']);
    expect(order(editor)).to.eql(['b', 'a', 'c']);
  });

  it('aligns to the selection, and a single block to its parent [E27]', () => {
    const editor = makeTestEditor(three());
    editor.select(['a', 'b']);
    editor.align('right');
    expect(at(editor, 'a')?.x).to.equal(0.25);
    editor.align('middle');
    expect(at(editor, 'a')?.y).to.equal(0.025);
    editor.select(['c']);
    editor.align('center');
    expect(at(editor, 'c')?.x).to.equal(0.4);
  });

  it('makes gaps equal [E27]', () => {
    const editor = makeTestEditor([
      makeTestBlock('a', { position: { x: 0 } }),
      makeTestBlock('b', { position: { x: 0.25 } }),
      makeTestBlock('c', { position: { x: 0.8 } }),
    ]);
    editor.selectAll();
    editor.distribute('horizontal');
    expect(['a', 'b', 'c'].map((uuid) => at(editor, uuid)?.x)).to.eql([0, 0.4, 0.8]);
  });

  it('refuses positions that a page cannot store', () => {
    const editor = makeTestEditor([makeTestBlock('a'), makeTestBlock('b')]);
    const before = editor.page;
    editor.select(['a', 'b']);
    for (const px of [NaN, Infinity])
      expect(editor.nudge(px, 0)).to.include({ ok: false, code: 'input_invalid' });
    expect(editor.nudge(1e9, 0)).to.include({ ok: false, code: 'invalid_block' });
    expect(editor.page.things).to.deep.equal(before.things);
    expect(editor.canUndo).to.equal(false);
  });

  it('nudges by px, and refuses locked blocks [E28]', () => {
    const editor = makeTestEditor(three());
    editor.select(['a']);
    editor.nudge(6, -3);
    expect(at(editor, 'a')).to.include({ x: 0.01, y: -0.005 });
    editor.setLocked(true);
    expect(editor.nudge(1, 1)).to.include({ code: 'block_locked' });
  });

  it('selects all unlocked blocks', () => {
    const editor = makeTestEditor([...three(), makeTestBlock('d', { locked: true })]);
    editor.selectAll();
    expect([...editor.selection]).to.have.members(['a', 'b', 'c']);
  });
});

describe('grouping blocks', () => {
  it('keeps the author’s reading order, as ungrouping does [E29]', () => {
    const editor = makeTestEditor(
      ['a', 'b', 'c', 'd', 'e'].map((uuid, index) =>
        makeTestBlock(uuid, { position: { x: 0, y: index * 0.15 } }),
      ),
    );
    const orderOf = (uuid: string) =>
      (editor.blocks.get(uuid)?.content as { readingOrder?: unknown }).readingOrder;
    editor.setReadingOrder('s1', ['e', 'c', 'a', 'b']);
    editor.select(['a', 'b', 'c', 'd']);
    editor.group();
    expect(orderOf('id-1')).to.eql(['c', 'a', 'b']);
    expect(orderOf('s1')).to.eql(['e', 'id-1']);
    editor.ungroup();
    expect(orderOf('s1')).to.eql(['e', 'c', 'a', 'b', 'd']);
    parsePage(editor.page);
    // An order that only the group has becomes the section's.
    editor.setReadingOrder('s1', null);
    editor.select(['b', 'c']);
    editor.group();
    expect(orderOf('s1')).to.equal(undefined);
    editor.setReadingOrder('id-2', ['c', 'b']);
    editor.ungroup();
    expect(orderOf('s1')).to.eql(['c', 'b']);
  });

  it('keeps positions on the page, as ungrouping does [E29]', () => {
    const editor = makeTestEditor([
      makeTestBlock('a', { position: { ...half, rotationDeg: 30, zIndex: 1 } }),
      makeTestBlock('b', { position: { x: 0.1, y: 0.2, zIndex: 3 } }),
      makeTestBlock('c', { position: { x: 0.3, y: 0.3, zIndex: 2 } }),
    ]);
    const boxes = () => ['a', 'b', 'c'].map((uuid) => editor.boxOf(uuid));
    const before = boxes();
    editor.select(['a', 'b']);
    const grouped = editor.group();
    expect(grouped).to.eql({ ok: true, value: 'id-1' });
    expect([...editor.selection]).to.eql(['id-1']);
    const expectUnmoved = () => {
      boxes().forEach((box, index) => {
        expect(box?.x).to.be.closeTo(before[index]?.x ?? NaN, 2e-6);
        expect(box?.y).to.be.closeTo(before[index]?.y ?? NaN, 2e-6);
      });
    };
    expectUnmoved();
    expect(editor.childrenOf('s1').map((each) => each.uuid)).to.eql(['c', 'id-1']);
    parsePage(editor.page);
    editor.ungroup();
    expectUnmoved();
    expect(editor.childrenOf('s1').map((each) => each.uuid)).to.eql(['c', 'a', 'b']);
    expect([...editor.selection]).to.eql(['a', 'b']);
    editor.undo();
    editor.undo();
    expect(boxes()).to.eql(before);
  });

  it('fits a group to its contents when they move', () => {
    const editor = makeTestEditor([makeTestBlock('a'), makeTestBlock('b', { position: half })]);
    editor.selectAll();
    editor.group();
    editor.update('b', { position: { x: 0.6 } });
    expect(editor.boxOf('id-1')).to.eql({ x: 0, y: 0, width: 0.8, height: 0.6 });
    editor.update('a', { position: { x: 0.1, y: 0.1 } });
    expect(editor.boxOf('id-1')).to.eql({ x: 0.1, y: 0.1, width: 0.7, height: 0.5 });
    expect(editor.boxOf('b')).to.eql({ x: 0.6, y: 0.5, width: 0.2, height: 0.1 });
  });

  it('refuses an empty selection', () => {
    const editor = makeTestEditor();
    expect(editor.group()).to.include({ code: 'nothing_selected' });
    editor.select(['s1']);
    expect(editor.group()).to.include({ code: 'nothing_selected' });
    expect(editor.ungroup()).to.include({ code: 'nothing_selected' });
  });
});

describe('sections', () => {
  it('are added and moved, and the page’s height follows [P20]', () => {
    const editor = makeTestEditor();
    expect(editor.addSection(1)).to.eql({ ok: true, value: 'id-1' });
    expect(editor.sectionIds).to.eql(['s1', 'id-1', 's2']);
    expect(editor.boxOf('id-1')).to.eql({ x: 0, y: 1, width: 1, height: 0.333333 });
    expect(editor.fields.relativeHeight).to.equal(2.333333);
    editor.moveSection('id-1', 'up');
    expect(editor.sectionIds).to.eql(['id-1', 's1', 's2']);
    const before = editor.page;
    editor.moveSection('id-1', 'up');
    expect(editor.page).to.equal(before);
    editor.addSection();
    expect(editor.sectionIds.at(-1)).to.equal('id-2');
    parsePage(editor.page);
  });

  it('change width in steps of 50 px, and their contents keep their position on the page [P21]', () => {
    const editor = makeTestEditor([makeTestBlock('a', { position: { x: 0.3 } })]);
    editor.resizeSection('s1', { width: 1.19 });
    expect(editor.boxOf('s1')?.width).to.equal(1.166667);
    expect(editor.boxOf('a')?.x).to.be.closeTo(0.3, 2e-6);
    expect(editor.blocks.get('a')?.position.x).to.be.closeTo(0.383333, 2e-6);
  });

  it('are resized within their limits, however far a drag goes [P22]', () => {
    const editor = makeTestEditor();
    editor.resizeSection('s1', { height: -1, width: -1 }).unwrap();
    expect(editor.boxOf('s1')).to.include({ height: 0.03, width: 0.083333 });
    editor.resizeSection('s1', { height: 1e9, width: 1e9 }).unwrap();
    expect(editor.boxOf('s1')).to.include({ height: 1000, width: 2.276667 });
  });

  it('change height live between begin and commit, but never cut off their contents [P22]', () => {
    const editor = makeTestEditor([makeTestBlock('a', { position: { y: 0.5 } })]);
    editor.begin();
    editor.resizeSection('s1', { height: 2 });
    expect(editor.boxOf('s2')?.y).to.equal(2);
    editor.resizeSection('s1', { height: 0.1 });
    editor.commit();
    expect(editor.boxOf('s1')?.height).to.equal(0.65);
    expect(editor.fields.relativeHeight).to.equal(1.65);
    expect(editor.stablePage.things.s1?.position.height).to.equal(0.65);
    editor.setLocked(true, ['s1']);
    expect(editor.resizeSection('s1', { height: 1 })).to.include({ code: 'block_locked' });
  });
});
