import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootFolder } from './paths.mjs';

/** Variables that a document uses without defining them. */
const GLOBALS = {
  'docs/scripting.md':
    "declare global { const cobble: { readonly editor: import('@cobble/engine').Editor } }",
};

/**
 * The code of the repository's documents as TypeScript modules: for each document, one with all
 * `js` and `ts` blocks, which a reader runs in order, and one for each `tsx` block.
 *
 * @returns {ReadonlyMap<string, string>} sources by the path of a file beside the document
 */
export function docsModules() {
  const documents = execFileSync('git', ['ls-files', '*.md'], {
    cwd: rootFolder,
    encoding: 'utf8',
  });
  const modules = new Map();
  for (const document of documents.split('\n').filter(Boolean)) {
    const path = join(rootFolder, document);
    const markdown = readFileSync(path, 'utf8');
    const add = (/** @type {string} */ name, /** @type {string} */ code) =>
      modules.set(join(dirname(path), `${document.replaceAll(/[/.]/g, '-')}${name}`), code);
    const inOrder = codeIn(markdown, '[jt]s').join('\n');
    if (inOrder) add('.ts', `${GLOBALS[document] ?? ''}\n${inOrder}\nexport {};\n`);
    codeIn(markdown, 'tsx').forEach((code, index) => add(`-${index + 1}.tsx`, code));
  }
  return modules;
}

/** The code blocks in a language. */
function codeIn(/** @type {string} */ markdown, /** @type {string} */ language) {
  const blocks = markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
  return [...blocks].map(([, code = '']) => code);
}
