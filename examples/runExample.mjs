import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const loader = fileURLToPath(new URL('../scripts/register-tsx.mjs', import.meta.url));

/**
 * Runs the `index.mjs` of an example with the sources of the packages, for its test.
 *
 * @param {string} test `import.meta.url` of the test, which is in the example's folder
 * @returns what it printed, and the page that it wrote
 * @throws if it fails
 */
export function runExample(test) {
  const example = fileURLToPath(new URL('./index.mjs', test));
  const folder = mkdtempSync(join(tmpdir(), 'cobble-example-'));
  try {
    const file = join(folder, 'page.html');
    const args = ['--import', loader, '--conditions=@cobble/source', example, file];
    const output = execFileSync(process.execPath, args, { encoding: 'utf8' });
    return { output, html: readFileSync(file, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
