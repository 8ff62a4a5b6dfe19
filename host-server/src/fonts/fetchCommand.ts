import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfiguration } from '../configuration/index.ts';
import { fetchFonts, fontFetchReport } from './fetchFonts.ts';
import { FontLibrary } from './FontLibrary.ts';

/**
 * `npm run fonts -w host-server`: fetches the missing families of the catalogue into the data
 * folder. Exits with 1 if any could not be fetched or the configuration is invalid.
 */

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printError = (line: string): void => void process.stderr.write(`${line}\n`);

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = readConfiguration(process.env, root);
if (!read.ok) {
  printError(read.problems.join('\n'));
  process.exit(1);
}
const folder = join(read.configuration.dataFolder, 'fonts');
const library = new FontLibrary({ folder, isFetching: true });
const total = library.missing().length;
if (total > 0) print(`Fetching ${String(total)} families into ${folder}`);
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    stopping.abort();
  });
const result = await fetchFonts(library, {
  signal: stopping.signal,
  onProgress: (done, count, family) => {
    print(`${String(done).padStart(String(count).length)} of ${String(count)}  ${family}`);
  },
});
print(fontFetchReport(library, result));
for (const { family, code, message } of result.problems)
  printError(`${family}: ${message} (${code})`);
process.exit(library.missing().length === 0 ? 0 : 1);
