/**
 * `npm test -- [package …] [path …] [mocha's options]`: sets up as `npm start` does, finds or
 * installs a Chromium, and runs mocha over everything or over what is named.
 */
import { spawn } from 'node:child_process';
import { runScript } from './lib/runScript.mjs';

runScript(async () => {
  const { join } = await import('node:path');
  const { setUp } = await import('./lib/setUp.mjs');
  const { ensureChromium } = await import('./lib/chromium.mjs');
  const { rootFolder } = await import('./lib/paths.mjs');
  const { selectTests } = await import('./lib/selectTests.mjs');
  const { specs, options, needsBrowser, config } = selectTests(process.argv.slice(2));

  await setUp({ build: needsBrowser });
  const env = { ...process.env };
  if (needsBrowser) env.CHROMIUM_PATH = await ensureChromium(process.env);
  // Tests make databases of their own on it; a server that a test starts must not take the very
  // database that the person may be using.
  if (env.DATABASE_URL) env.TEST_DATABASE_URL = env.DATABASE_URL;
  delete env.DATABASE_URL;
  delete env.NODE_ENV;

  const mocha = join(rootFolder, 'node_modules', 'mocha', 'bin', 'mocha.js');
  const reporter = options.some((option) => /^(-R|--reporter)/.test(option))
    ? []
    : ['--reporter', join(rootFolder, 'scripts', 'lib', 'countingReporter.mjs')];
  const rc = config === null ? [] : ['--config', config];
  const ci = process.env.CI ? ['--forbid-only'] : [];
  const child = spawn(process.execPath, [mocha, ...rc, ...reporter, ...ci, ...options, ...specs], {
    cwd: rootFolder,
    env,
    stdio: 'inherit',
  });
  // Ctrl+C reaches mocha by itself; it is waited for.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('close', (code) => process.exit(code ?? 1));
});
