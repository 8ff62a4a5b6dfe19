import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfiguration } from '../configuration/index.ts';
import { fetchFonts, fontFetchReport } from './fetchFonts.ts';
import { FontLibrary } from './FontLibrary.ts';

/**
 * `npm run fonts -w host-server`: fetches the families of the catalogue that are not there yet into
 * the data folder. Ends with 1 when any could not be fetched.
 */

const say = (line: string): void => void process.stdout.write(`${line}\n`);
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
if (total > 0) say(`Fetching ${String(total)} families into ${folder}`);
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    stopping.abort();
  });
const result = await fetchFonts(library, {
  signal: stopping.signal,
  onProgress: (done, of, family) => {
    say(`${String(done).padStart(String(of).length)} of ${String(of)}  ${family}`);
  },
});
say(fontFetchReport(library, result));
for (const { family, code, message } of result.problems)
  printError(`${family}: ${message} (${code})`);
process.exit(library.missing().length === 0 ? 0 : 1);
