import { createEditor, createPage } from '@cobble/engine';
import { expect } from 'chai';
import { runExample } from '../runExample.mjs';
import { shapeTool } from './shapeTool.mjs';

describe('examples/custom-tool', () => {
  it('draws two shapes, refuses a tiny one and writes the page', () => {
    const { output, html } = runExample(import.meta.url);
    expect(output).to.contain('refused: change_refused');
    expect(output).to.contain('2 shapes, undo says: Draw a shape');
    expect(html).to.match(/^<!DOCTYPE html>/);
  });

  it('cancels a drag with Escape, and ends the tool with a second Escape', () => {
    const editor = createEditor({ page: createPage() });
    const before = editor.page;
    const at = (/** @type {number} */ x) => ({ x, y: 0.1 + x, pxPerUnit: 600 });
    editor.startTool(shapeTool(editor));
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
