/**
 * `npm run fuzz -w renderer-static -- [--from 1] [--seeds 1000] [--seed 17]`: opens hostile pages
 * in Chromium, one for each seed from `--from` to `--seeds` (default: 1000 seeds), and reports what
 * escaped. A single seed reproduces its page.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { renderPage } from '../renderPage.ts';
import { HOSTILE_SCREEN_ARGS, HostileScreen } from './HostileScreen.ts';
import { hostileRenderings } from './hostileRenderings.ts';
import { launchChromium } from '../../../scripts/testing/chromium.mjs';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
  },
});
const first = Number(values.seed ?? values.from);
const last = Number(values.seed ?? values.seeds ?? first + 999);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const range = `from ${String(first)} to ${String(last)}`;
if (!(first <= last)) {
  say(`There are no seeds ${range}`);
  process.exit(2);
}
say(`Seeds ${range}`);
const browser = await launchChromium({ args: HOSTILE_SCREEN_ARGS });
let screen = await HostileScreen.open(browser);
let found = 0;
for (let seed = first; seed <= last; seed++) {
  const [rendering] = fc.sample(hostileRenderings, { seed, numRuns: 1 });
  if (rendering === undefined) continue;
  const rendered = renderPage(rendering.page, rendering.options);
  const faults = [
    ...(await screen.faultsOf(rendered)),
    // Check the policy on a quarter of the pages only, to halve the time: it depends on the views,
    // which repeat.
    ...(seed % 4 === 0 ? await screen.blockedBy(rendered) : []),
  ];
  if (faults.length > 0) {
    found += 1;
    say(`seed ${String(seed)}: ${faults.slice(0, 5).join(' | ').slice(0, 600)}`);
  }
  if (seed % 100 === 0) {
    say(`${String(seed)} seeds, ${String(found)} with faults`);
    screen = await HostileScreen.open(browser);
  }
}
say(`${String(last - first + 1)} hostile pages: ${String(found)} with faults`);
await browser.close();
process.exitCode = found > 0 ? 1 : 0;
