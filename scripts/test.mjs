/**
 * `npm test -- [package …] [path …] [mocha options]`: installs all packages and the Git hooks, and
 * runs all tests or the named ones, one mocha process per package (the engine has two), up to two
 * at a time; a path, another reporter or an option such as `--watch` makes it a single process.
 * Unless only `engine` and `scripts` are named, builds what is out of date and finds or installs
 * Chromium first; for `host-server`, also Redis and nginx. Prints the slowest files, all failures
 * and the totals at the end of all but short runs, and appends them as a line of JSON to the file
 * named by COBBLE_TEST_COUNTS; with another reporter, it does neither.
 */
import { runScript } from './lib/runScript.mjs';

runScript(async () => {
  const { appendFileSync } = await import('node:fs');
  const { join } = await import('node:path');
  const { setUp } = await import('./lib/setUp.mjs');
  const { ensureChromium } = await import('./lib/chromium.mjs');
  const { ensureClusterPrograms } = await import('./lib/clusterPrograms.mjs');
  const { mayInstall } = await import('./lib/installPackages.mjs');
  const { rootFolder } = await import('./lib/paths.mjs');
  const { memoryFolder } = await import('./lib/memoryFolder.mjs');
  const { runMochas } = await import('./lib/runMochas.mjs');
  const { selectTests } = await import('./lib/selectTests.mjs');
  const { mergeCounts, formatCounts } = await import('./lib/testCounts.mjs');
  const { runs, options, needsBrowser, needsServices, isCounted } = selectTests(
    process.argv.slice(2),
  );

  const env = { ...process.env };
  // Chromium is installed beside the packages, which takes longer. It is set already if a test runs
  // this script.
  const chromium = needsBrowser ? (env.COBBLE_CHROMIUM ?? ensureChromium(process.env)) : undefined;
  Promise.resolve(chromium).catch(() => undefined);
  await setUp({ build: needsBrowser });
  if (needsBrowser) {
    env.COBBLE_CHROMIUM = await chromium;
    // Not beside Chromium: only one program may install packages at a time. Without them, three files
    // fail and say what to install.
    if (needsServices && mayInstall(process.env)) await ensureClusterPrograms(process.env);
    env.CHROMIUM_PATH = join(rootFolder, 'scripts', 'lib', 'chromium.sh');
    // Servers that tests start use the build instead of transpiling their sources.
    env.COBBLE_TEST_BUILT = '1';
  }
  // Tests create their own databases there. Without DATABASE_URL, a server that a test starts
  // cannot connect to the developer's database.
  if (env.DATABASE_URL) env.TEST_DATABASE_URL = env.DATABASE_URL;
  delete env.DATABASE_URL;
  delete env.NODE_ENV;

  const temporary = env.TMPDIR ?? memoryFolder();
  if (temporary !== null) env.TMPDIR = temporary;

  const common = [
    ...(isCounted
      ? ['--reporter', join(rootFolder, 'scripts', 'lib', 'countingReporter.mjs')]
      : []),
    ...(process.env.CI ? ['--forbid-only'] : []),
    ...(runs.length > 1 && process.stdout.isTTY ? ['--color'] : []),
    ...options,
  ];
  const results = await runMochas(
    runs.map(({ name, specs, ignored, config, isPatient }) => ({
      name,
      isPatient,
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
  const counts = mergeCounts(results);
  // For a short run, mocha's own report is enough.
  if (runs.length > 1 || process.uptime() > 30) console.log(formatCounts(counts));
  const file = process.env.COBBLE_TEST_COUNTS;
  if (file) appendFileSync(file, `${JSON.stringify(counts)}\n`);
  process.exit(counts.failures > 0 ? 1 : 0);
});
