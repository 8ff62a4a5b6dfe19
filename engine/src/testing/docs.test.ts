import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import * as zod from 'zod';
import * as collaboration from '../collaboration/index.ts';
import * as drawing from '../drawing/index.ts';
import * as engine from '../index.ts';
import * as migrations from '../migrations/index.ts';
import * as parsing from '../parsing/index.ts';
import * as platforms from '../platforms/index.ts';
import { codeIn, runDocument } from '../../../scripts/testing/runDocument.mjs';
import { makeTestPage } from './makeTestPage.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const modules = {
  '@cobble/engine': engine,
  '@cobble/engine/collaboration': collaboration,
  '@cobble/engine/drawing': drawing,
  '@cobble/engine/migrations': migrations,
  '@cobble/engine/parsing': parsing,
  '@cobble/engine/platforms': platforms,
  zod,
};

/** Names that the code in docs/engine.md must mention. */
const EXPECTED = [
  ...['createPage('],
  ...['parsePage(', 'migratePage(', 'siteHosts', 'createEditor(', 'kits', 'builtinBlocks'],
  ...['defineBlock(', 'defineKit(', 'createRoom(', 'createRoomClient(', 'encodeDrawing('],
  ...['detectLink(', 'editor.select(', 'editor.add(', 'editor.update(', 'editor.remove('],
  ...['editor.undo(', 'editor.redo(', 'editor.begin(', 'editor.commit(', 'editor.cancel('],
  ...['editor.dispatch(', 'editor.page', 'editor.selection', 'editor.onChange('],
];

/** An editor with the starter page, like the one in the browser's console. */
function consoleEditor(): engine.Editor {
  let ids = 0;
  const createId = (): string => `id-${String(++ids)}`;
  const unsaved = engine.createStarterPage({
    username: 'Ada',
    createId,
    random: () => 0.5,
    now: () => 0,
  });
  const { things, ...fields } = unsaved;
  return engine.createEditor({ page: { ...makeTestPage([], fields), things } });
}

describe('the documentation', function () {
  this.timeout(300_000);

  it('has only runnable code in docs/engine.md', async () => {
    await runDocument(read('docs/engine.md'), modules);
  });

  it('has only runnable code in docs/extending.md', async () => {
    await runDocument(read('docs/extending.md'), modules);
  });

  it('has only runnable code in engine/README.md', async () => {
    await runDocument(read('engine/README.md'), modules);
  });

  it('has only runnable code in docs/scripting.md', async () => {
    const editor = consoleEditor();
    const silentConsole = { log: () => undefined };
    await runDocument(read('docs/scripting.md'), modules, {
      cobble: { editor },
      console: silentConsole,
    });
  });

  it('mentions every important name in docs/engine.md', () => {
    const code = codeIn(read('docs/engine.md')).join('\n');
    expect(EXPECTED.filter((name) => !code.includes(name))).to.eql([]);
  });

  it('links only to existing files', () => {
    for (const path of [
      'docs/engine.md',
      'docs/extending.md',
      'docs/rooms.md',
      'engine/README.md',
      'docs/scripting.md',
    ]) {
      const base = new URL(path, root);
      for (const [, link = ''] of read(path).matchAll(/\]\((?!https?:|#)([^)#]+)/g))
        expect(existsSync(new URL(link, base)), `${path}: ${link}`).to.equal(true);
    }
  });

  it('would fail if a stated result were wrong', async () => {
    const markdown = ['x', '', '```js', 'const n = 1; // -> 2', '```', ''].join('\n');
    let message = '';
    await runDocument(markdown, modules).catch((error: unknown) => {
      message = String(error);
    });
    expect(message).to.contain('const n = 1');
  });
});
