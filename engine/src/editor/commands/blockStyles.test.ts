import { expect } from 'chai';
import { richTextFromPlain } from '../../text/richText.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestText } from '../../testing/makeTestPage.ts';

const blocks = [
  makeTestBlock('a', { position: { width: 0.2, height: 0.1 } }),
  makeTestBlock('b', { position: { width: 0.5, height: 0.5 } }),
  makeTestText('t', 'Hi'),
  makeTestBlock('note', {
    type: 'sticky-note',
    content: { stickyNoteColor: '#FFE27A', stickyNoteText: { text: 'x' } },
  }),
  makeTestBlock('button', {
    type: 'rich-button',
    content: { richButtonColor: '#2B4EFF', richButtonText: { text: 'x', align: 'right' } },
  }),
];

describe('styles', () => {
  it('from sliders are clamped for each block [E11]', () => {
    const editor = makeTestEditor(blocks);
    editor.setSliderStyles(
      { opacityPercent: 150, paddingPx: 100, borderRadiusPx: -5, blurPx: 99 },
      ['a', 'b'],
    );
    expect(editor.blocks.get('a')?.styles).to.deep.equal({
      opacity: 1,
      paddingPx: 30,
      borderRadiusPx: 0,
      blurPx: 20,
    });
    expect(editor.blocks.get('b')?.styles).to.include({ paddingPx: 100 });
    expect(editor.setSliderStyles({ opacityPercent: 5 }, [])).to.include({
      code: 'nothing_selected',
    });
    editor.undo();
    expect(editor.blocks.get('a')?.styles).to.deep.equal({});
  });

  it('are staged in progress, and then committed as one entry or reverted [E12]', () => {
    const editor = makeTestEditor(blocks);
    editor.select(['a']);
    for (const shapeColor of ['#FF0000', '#00FF00', '#0000FF'])
      editor.stage({ content: { shapeColor } });
    expect(editor.isInProgress).to.equal(true);
    expect(editor.blocks.get('a')?.content).to.include({ shapeColor: '#0000FF' });
    expect(editor.stablePage.things.a?.content).to.include({ shapeColor: '#FFB52E' });
    editor.cancel();
    expect(editor.blocks.get('a')?.content).to.include({ shapeColor: '#FFB52E' });
    editor.stage({ content: { shapeColor: '#123456' } });
    editor.stage({ content: { shapeColor: '#654321' } });
    editor.commit();
    editor.undo();
    expect(editor.canUndo).to.equal(false);
    editor.clearSelection();
    expect(editor.stage({ styles: { opacity: 0.5 } })).to.include({ code: 'nothing_selected' });
    expect(editor.isInProgress).to.equal(false);
  });

  it('that are refused start nothing, and earlier staged values stay [E12]', () => {
    const editor = makeTestEditor(blocks);
    editor.select(['a']);
    const bad = { styles: { opacity: 7 } };
    expect(editor.stage(bad)).to.include({ code: 'invalid_block' });
    expect(editor.isInProgress).to.equal(false);
    editor.stage({ styles: { opacity: 0.5 } });
    expect(editor.stage(bad).ok).to.equal(false);
    expect(editor.isInProgress).to.equal(true);
    expect(editor.blocks.get('a')?.styles.opacity).to.equal(0.5);
  });

  it('and properties are set and removed by a patch: device visibility, hover, pin, timestamps, links [E13]', () => {
    const editor = makeTestEditor(blocks);
    const before = editor.page;
    editor.update(['a', 'b'], {
      position: { pin: 'left' },
      properties: {
        hideOn: 'mobile',
        effects: { onHover: 'wobble' },
        displayTimestamp: 'hover',
        hyperlink: 'https://example.org/',
        hyperlinkTarget: '_blank',
      },
    });
    expect(editor.blocks.get('a')?.position.pin).to.equal('left');
    expect(editor.update('a', { properties: { hyperlink: 'javascript:alert(1)' } })).to.include({
      ok: false,
      code: 'invalid_block',
    });
    editor.update(['a', 'b'], {
      position: { pin: undefined },
      properties: {
        hideOn: undefined,
        effects: undefined,
        displayTimestamp: undefined,
        hyperlink: undefined,
        hyperlinkTarget: undefined,
      },
    });
    expect(editor.page).to.deep.equal(before);
  });

  it('include an HTML id, which names one block and has only valid characters [E14]', () => {
    const editor = makeTestEditor(blocks);
    const code = (id: string): string => {
      const result = editor.setHtmlId(id);
      return result.ok ? 'ok' : result.code;
    };
    expect(code('x')).to.equal('nothing_selected');
    editor.select(['a', 'b']);
    expect(code('x')).to.equal('html_id_needs_one_block');
    editor.select(['a']);
    expect(code(' my <br> id&nbsp;#1')).to.equal('ok');
    expect(editor.blocks.get('a')?.properties.htmlId).to.equal('myid1');
    expect(code('  ')).to.equal('ok');
    expect(editor.blocks.get('a')?.properties).to.not.have.property('htmlId');
    editor.setLocked(true, ['a']);
    expect(code('x')).to.equal('block_locked');
  });

  it('include autowidth for texts, for all of the selection or none [E15]', () => {
    const editor = makeTestEditor(blocks, {
      environment: { measureTextWidth: () => 90, measureTextHeight: () => 30 },
    });
    expect(editor.setAutowidth(true, ['t', 'a'])).to.include({ code: 'autowidth_needs_text' });
    expect(editor.blocks.get('t')?.content).to.not.have.property('useAutowidth');
    expect(editor.setAutowidth(true, [])).to.include({ code: 'nothing_selected' });
    editor.setAutowidth(true, ['t']);
    expect(editor.blocks.get('t')?.position).to.include({ width: 0.15 });
    editor.setAutowidth(false, ['t']);
    expect(editor.blocks.get('t')?.content).to.not.have.property('useAutowidth');
    expect(editor.blocks.get('t')?.position.width).to.equal(0.15);
  });

  it('cycle the text alignment: left, centre, right, justified; buttons skip the last [E16]', () => {
    const editor = makeTestEditor(blocks);
    const alignOf = (): unknown[] => {
      const { textAlign } = editor.blocks.get('t')?.content as { textAlign?: string };
      const note = editor.blocks.get('note')?.content as { stickyNoteText: { align?: string } };
      return [textAlign, note.stickyNoteText.align];
    };
    for (const align of ['center', 'right', 'justify', 'left']) {
      editor.cycleTextAlign(['a', 't', 'note']);
      expect(alignOf()).to.deep.equal([align, align]);
    }
    editor.cycleTextAlign(['button', 't']);
    expect(editor.blocks.get('button')?.content).to.have.nested.property(
      'richButtonText.align',
      'left',
    );
    expect(editor.cycleTextAlign(['a'])).to.include({ code: 'nothing_selected' });
  });

  it('start the cycle at the paragraphs’ own alignment, which the block’s alignment replaces [E16]', () => {
    const editor = makeTestEditor([
      makeTestText('t', '', { content: { text: richTextFromPlain('a\nb', { align: 'right' }) } }),
    ]);
    editor.cycleTextAlign(['t']);
    expect(editor.blocks.get('t')?.content).to.deep.include({
      textAlign: 'justify',
      text: richTextFromPlain('a\nb'),
    });
  });
});
