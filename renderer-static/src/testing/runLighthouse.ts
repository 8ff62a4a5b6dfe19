/**
 * `npm run lighthouse [page …]`: Lighthouse over the sample pages, served with the product's
 * headers, on the phone that it emulates by default. Prints a table; ends with 1 where a category
 * is below 100. It needs no network: all that it asks about lies on this machine.
 */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { SAMPLE_PAGES, type SampleName } from './samples/samplePages.ts';
import { serveSamples } from './samples/serveSamples.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const asked = process.argv.slice(2);
const names = (Object.keys(SAMPLE_PAGES) as SampleName[]).filter(
  (name) => asked.length === 0 || asked.includes(name),
);
const server = await serveSamples();
const chrome = await launch({
  chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  chromeFlags: [
    '--headless=new',
    '--disable-gpu',
    '--disable-quic',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
});
process.stdout.write(`| Page | ${CATEGORIES.join(' | ')} |\n|---|---|---|---|---|\n`);
try {
  for (const name of names) {
    // The first load draws the pictures; it is not what is measured.
    await server.warmUp(name);
    const run = await lighthouse(server.addressOf(name), {
      port: chrome.port,
      onlyCategories: [...CATEGORIES],
      logLevel: 'error',
    });
    if (!run) throw new Error(`Lighthouse said nothing about ${name}`);
    const { categories, audits } = run.lhr;
    const scores = CATEGORIES.map((each) => Math.round((categories[each]?.score ?? 0) * 100));
    process.stdout.write(`| ${name} | ${scores.join(' | ')} |\n`);
    if (scores.every((score) => score === 100)) continue;
    process.exitCode = 1;
    for (const { id, score, displayValue, title } of Object.values(audits))
      if (score !== null && score < 1)
        process.stderr.write(`  ${name}: ${id} ${String(score)} ${displayValue ?? title}\n`);
  }
} finally {
  chrome.kill();
  await server.close();
}
