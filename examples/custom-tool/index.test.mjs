import { createEditor, createPage } from '@cobble/engine';
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shapeTool } from './shapeTool.mjs';

const root = new URL('../../', import.meta.url);

describe('examples/custom-tool', () => {
  it('draws two shapes, refuses a tiny one and writes the page', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cobble-example-'));
    try {
      const file = join(folder, 'shapes.html');
      const args = ['--import', fileURLToPath(new URL('scripts/register-tsx.mjs', root))];
      const example = fileURLToPath(new URL('./index.mjs', import.meta.url));
      const output = execFileSync(
        process.execPath,
        [...args, '--conditions=@cobble/source', example, file],
        { encoding: 'utf8' },
      );
      expect(output).to.contain('refused: change_refused');
      expect(output).to.contain('2 shapes, undo says: Draw a shape');
      expect(readFileSync(file, 'utf8')).to.match(/^<!DOCTYPE html>/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('cancels a drag with Escape, and ends the tool with another', () => {
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
