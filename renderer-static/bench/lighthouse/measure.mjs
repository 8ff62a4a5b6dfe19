import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { SAMPLE_PAGES } from '../../src/testing/samples/samplePages.ts';
import { serveSamples } from '../../src/testing/samples/serveSamples.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

const args = process.argv.slice(2);
const names = Object.keys(SAMPLE_PAGES).filter((name) => args.length === 0 || args.includes(name));
// Lighthouse requests robots.txt from the page, which `default-src 'none'` forbids: the "seo" score
// would lose 8 points for a file that exists.
const server = await serveSamples({ extraPolicy: "; connect-src 'self'" });
const chrome = await launch({
  chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  chromeFlags: [
    '--headless=new',
    '--disable-gpu',
    '--disable-quic',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
});
/**
 * The benchmark index of a desktop, whose processor Lighthouse slows down by a factor of 4.
 */
const DESKTOP_INDEX = 1500;

async function run(name, categories, cpuSlowdownMultiplier) {
  const done = await lighthouse(
    server.addressOf(name),
    { port: chrome.port, onlyCategories: categories, logLevel: 'error' },
    {
      extends: 'lighthouse:default',
      settings: {
        throttling: {
          rttMs: 150,
          throughputKbps: 1638.4,
          requestLatencyMs: 562.5,
          downloadThroughputKbps: 1474.56,
          uploadThroughputKbps: 675,
          cpuSlowdownMultiplier,
        },
      },
    },
  );
  if (!done) throw new Error(`Lighthouse returned no result for ${name}`);
  return done.lhr;
}

process.stdout.write(
  `| Page | ${CATEGORIES.join(' | ')} | slowed down |\n|---|---|---|---|---|---|\n`,
);
try {
  for (const name of names) {
    // Rendering the page and drawing its images is not part of the measurement.
    await server.warmUp(name);
    // Slow or busy machines are slowed down less, as Lighthouse advises.
    const { benchmarkIndex } = (await run(name, ['seo'], 1)).environment;
    const slowdown = Math.min(4, Math.max(1, (4 * benchmarkIndex) / DESKTOP_INDEX));
    const { categories, audits } = await run(name, CATEGORIES, slowdown);
    const scores = CATEGORIES.map((each) => Math.round((categories[each]?.score ?? 0) * 100));
    process.stdout.write(`| ${name} | ${scores.join(' | ')} | ${slowdown.toFixed(1)} |\n`);
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
