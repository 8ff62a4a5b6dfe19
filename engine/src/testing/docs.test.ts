import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import * as zod from 'zod';
import * as collaboration from '../collaboration/index.ts';
import * as drawing from '../drawing/index.ts';
import * as engine from '../index.ts';
import * as migrations from '../migrations/index.ts';
import * as parsing from '../parsing/index.ts';
import * as platforms from '../platforms/index.ts';
import { codeIn, runDocument } from './runDocument.ts';
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

/** Names that a reader of the documents must find in them. */
const EXPECTED = [
  ...['parsePage(', 'migratePage(', 'siteHosts', 'createEditor(', 'kits', 'builtinBlocks'],
  ...['defineBlock(', 'defineKit(', 'createRoom(', 'createRoomClient(', 'encodeDrawing('],
  ...['detectLink(', 'editor.select(', 'editor.add(', 'editor.update(', 'editor.remove('],
  ...['editor.undo(', 'editor.redo(', 'editor.begin(', 'editor.commit(', 'editor.cancel('],
  ...['editor.dispatch(', 'editor.page', 'editor.selection', 'editor.onChange('],
];

/** The editor of a page with something on it, as the browser's console has it. */
function consoleEditor(): engine.Editor {
  let ids = 0;
  const createId = (): string => `id-${String(++ids)}`;
  const draft = engine.createStarterPage({
    username: 'Ada',
    createId,
    random: () => 0.5,
    now: () => 0,
  });
  const { things, ...fields } = draft;
  return engine.createEditor({ page: { ...makeTestPage([], fields), things } });
}

describe('the documents', function () {
  this.timeout(60_000);

  it('say nothing in docs/engine.md that does not run', async () => {
    await runDocument(read('docs/engine.md'), modules);
  });

  it('say nothing in engine/README.md that does not run', async () => {
    await runDocument(read('engine/README.md'), modules);
  });

  it('say nothing in docs/scripting.md that does not run', async () => {
    const editor = consoleEditor();
    const silent = { log: () => undefined };
    await runDocument(read('docs/scripting.md'), modules, { cobble: { editor }, console: silent });
  });

  it('show every name that a reader expects', () => {
    const code = codeIn(read('docs/engine.md')).join('\n');
    expect(EXPECTED.filter((name) => !code.includes(name))).to.eql([]);
  });

  it('lead to files that are there', () => {
    for (const path of ['docs/engine.md', 'engine/README.md', 'docs/scripting.md']) {
      const base = new URL(path, root);
      for (const [, link = ''] of read(path).matchAll(/\]\((?!https?:|#)([^)#]+)/g))
        expect(existsSync(new URL(link, base)), `${path}: ${link}`).to.equal(true);
    }
  });

  it('are found out when they are wrong', async () => {
    const wrong = ['x', '', '```js', 'const n = 1; // -> 2', '```', ''].join('\n');
    let message = '';
    await runDocument(wrong, modules).catch((error: unknown) => {
      message = String(error);
    });
    expect(message).to.contain('const n = 1');
  });
});
