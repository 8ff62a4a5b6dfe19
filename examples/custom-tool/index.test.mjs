import { createEditor, createPage } from '@cobble/engine';
import { expect } from 'chai';
import { runExample } from '../runExample.mjs';
import { shapeTool } from './shapeTool.mjs';

/** @type {(code: string) => void} */
const failOnRefusal = (code) => expect.fail(code);

describe('examples/custom-tool', function () {
  // One of the tests starts Node.
  this.timeout(120_000);

  it('draws two shapes, refuses a tiny one and writes the page', () => {
    const { output, html } = runExample(import.meta.url);
    expect(output).to.contain('refused: change_refused');
    expect(output).to.contain('2 shapes, undo says: Draw a shape');
    expect(html).to.match(/^<!DOCTYPE html>/);
  });

  it('keeps the corner where a drag with Shift began, in all directions', () => {
    const editor = createEditor({ page: createPage() });
    editor.startTool(shapeTool(editor, failOnRefusal));
    const start = { x: 0.5, y: 0.5, pxPerUnit: 600, shift: true };
    for (const [x, y, left, top] of /** @type {const} */ ([
      [0.7, 0.6, 0.5, 0.5],
      [0.7, 0.45, 0.5, 0.3],
      [0.3, 0.45, 0.3, 0.3],
      [0.3, 0.6, 0.3, 0.5],
    ])) {
      editor.dispatch({ type: 'pointerdown', ...start });
      editor.dispatch({ type: 'pointermove', ...start, x, y });
      editor.dispatch({ type: 'pointerup', ...start, x, y });
      const [shape] = editor.selectedBlocks;
      const box = shape && editor.boxOf(shape.uuid);
      expect(box?.x).to.be.closeTo(left, 1e-6);
      expect(box?.y).to.be.closeTo(top, 1e-6);
      expect([box?.width, box?.height]).to.deep.equal([0.2, 0.2]);
    }
  });

  it('follows the pointer that began a drag, whatever a second finger does', () => {
    const editor = createEditor({ page: createPage() });
    editor.startTool(shapeTool(editor, failOnRefusal));
    /** @type {(pointerId: number, x: number) => { pointerId: number, pointerType: 'touch', x: number, y: number, pxPerUnit: number }} */
    const at = (pointerId, x) => ({ pointerId, pointerType: 'touch', x, y: x, pxPerUnit: 600 });
    editor.dispatch({ type: 'pointerdown', ...at(1, 0.1) });
    editor.dispatch({ type: 'pointermove', ...at(1, 0.3) });
    editor.dispatch({ type: 'pointerdown', ...at(2, 0.8) });
    editor.dispatch({ type: 'pointermove', ...at(2, 0.9) });
    editor.dispatch({ type: 'pointerup', ...at(2, 0.9) });
    expect(editor.selectedBlocks[0]?.position.width).to.be.closeTo(0.2, 1e-6);
    expect(editor.isInProgress).to.equal(true);
    editor.dispatch({ type: 'pointerup', ...at(1, 0.3) });
    expect(editor.history.position).to.equal(1);
  });

  it('says why a drag draws nothing, and goes on: at the block limit, in a locked section and when the shape is locked during a drag', () => {
    const editor = createEditor({ page: createPage() });
    /** @type {string[]} */
    const codes = [];
    editor.startTool(shapeTool(editor, (code) => codes.push(code)));
    const at = (/** @type {number} */ x) => ({ x, y: x, pxPerUnit: 600 });
    const drag = () => {
      editor.dispatch({ type: 'pointerdown', ...at(0.1) });
      for (const x of [0.2, 0.3]) editor.dispatch({ type: 'pointermove', ...at(x) });
      editor.dispatch({ type: 'pointerup', ...at(0.3) });
    };
    const empty = editor.blocks.size;
    editor.configure({ maxBlocks: empty });
    drag();
    expect(codes).to.eql(['things_per_page_limit_exceeded']);
    expect([editor.mode.name, editor.isInProgress, editor.blocks.size]).to.eql([
      'tool',
      false,
      empty,
    ]);
    editor.configure({ maxBlocks: null });
    drag();
    expect([codes.length, editor.blocks.size]).to.eql([1, empty + 1]);

    editor.dispatch({ type: 'pointerdown', ...at(0.5) });
    editor.dispatch({ type: 'pointermove', ...at(0.6) });
    editor.setLocked(true, editor.selectedBlocks[0]?.uuid ?? '');
    editor.dispatch({ type: 'pointermove', ...at(0.7) });
    editor.dispatch({ type: 'pointerup', ...at(0.7) });
    expect([codes[1], editor.blocks.size]).to.eql(['block_locked', empty + 1]);

    editor.setLocked(true, editor.sectionIds);
    drag();
    expect(codes[2]).to.equal('block_locked');
    expect(editor.mode.name).to.equal('tool');
  });

  it('cancels a drag with Escape, and ends the tool with a second Escape', () => {
    const editor = createEditor({ page: createPage() });
    const before = editor.page;
    const at = (/** @type {number} */ x) => ({ x, y: 0.1 + x, pxPerUnit: 600 });
    editor.startTool(shapeTool(editor, failOnRefusal));
    editor.dispatch({ type: 'pointerdown', ...at(0.1) });
    editor.dispatch({ type: 'pointermove', ...at(0.3) });
    editor.dispatch({ type: 'pointermove', ...at(0.5) });
    const [shape] = editor.selectedBlocks;
    expect(shape?.position.width).to.be.closeTo(0.4, 1e-6);
    editor.dispatch({ type: 'keydown', key: 'Escape' });
    expect(editor.page).to.deep.equal(before);
    expect(editor.mode.name).to.equal('tool');
    editor.dispatch({ type: 'keydown', key: 'Escape' });
    expect(editor.mode.name).to.equal('layout');
    expect(editor.canUndo).to.equal(false);
  });
});
