/**
 * `npm test -- [package …] [path …] [mocha's options]`: sets up as `npm start` does, finds or
 * installs a Chromium, and runs mocha over everything or over what is named: one a package, two at a
 * time. Ends with the files that took longest, the failures and the counts of all; these go as a
 * line of JSON to the end of the file that COBBLE_TEST_COUNTS names, for those who add up more.
 */
import { runScript } from './lib/runScript.mjs';

runScript(async () => {
  const { appendFileSync } = await import('node:fs');
  const { join } = await import('node:path');
  const { setUp } = await import('./lib/setUp.mjs');
  const { ensureChromium } = await import('./lib/chromium.mjs');
  const { rootFolder } = await import('./lib/paths.mjs');
  const { runMochas } = await import('./lib/runMochas.mjs');
  const { selectTests } = await import('./lib/selectTests.mjs');
  const { addUpCounts, describeCounts } = await import('./lib/testCounts.mjs');
  const { runs, options, needsBrowser, isCounted } = selectTests(process.argv.slice(2));

  await setUp({ build: needsBrowser });
  const env = { ...process.env };
  if (needsBrowser) {
    env.CHROMIUM_PATH = await ensureChromium(process.env);
    // Servers that tests start need not translate their sources once more.
    env.COBBLE_TEST_BUILT = '1';
  }
  // Tests make databases of their own on it; a server that a test starts must not take the very
  // database that the person may be using.
  if (env.DATABASE_URL) env.TEST_DATABASE_URL = env.DATABASE_URL;
  delete env.DATABASE_URL;
  delete env.NODE_ENV;

  const common = [
    ...(isCounted
      ? ['--reporter', join(rootFolder, 'scripts', 'lib', 'countingReporter.mjs')]
      : []),
    ...(process.env.CI ? ['--forbid-only'] : []),
    ...(runs.length > 1 && process.stdout.isTTY ? ['--color'] : []),
    ...options,
  ];
  const results = await runMochas(
    runs.map(({ name, specs, ignored, config }) => ({
      name,
      args: [
        ...(config === null ? [] : ['--config', config]),
        ...common,
        ...ignored.flatMap((file) => ['--ignore', file]),
        ...specs,
      ],
    })),
    env,
  );
  if (!isCounted) process.exit(results[0].code);
  const counts = addUpCounts(results);
  // Mocha itself has said all that is worth saying of a short run.
  if (runs.length > 1 || process.uptime() > 30) console.log(describeCounts(counts));
  const file = process.env.COBBLE_TEST_COUNTS;
  if (file) appendFileSync(file, `${JSON.stringify(counts)}\n`);
  process.exit(counts.failures > 0 ? 1 : 0);
});
