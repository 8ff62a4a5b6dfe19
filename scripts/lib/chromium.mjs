import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { step, StepError } from './step.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApps = ['Google Chrome', 'Chromium'];

/**
 * The path of a Chromium that runs, or null: the one that CHROMIUM_PATH names, one in PATH, a
 * Mac's application, or one that Playwright has downloaded.
 *
 * @param {NodeJS.ProcessEnv} env
 * @throws {StepError} where CHROMIUM_PATH names something that does not run.
 */
export function findChromium(env) {
  const given = env['CHROMIUM_PATH'];
  if (given) {
    if (runs(given)) return given;
    throw new StepError(`CHROMIUM_PATH is "${given}"; expected the path of a Chromium that runs.`);
  }
  return candidates(env).find(runs) ?? null;
}

/**
 * Finds a Chromium or, as root on Debian and its like, installs the distribution's.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>} its path.
 * @throws {StepError} that says exactly what to install.
 */
export async function ensureChromium(env) {
  const found = findChromium(env);
  if (found !== null) return found;
  if (process.getuid?.() === 0 && inPath(env, 'apt-get') !== undefined) {
    const quiet = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
    const retry = ['-o', 'Acquire::Retries=3'];
    try {
      await step('Fetching the list of Debian packages', 'apt-get', ['update', ...retry], quiet);
      const install = ['install', '-y', '--no-install-recommends', ...retry];
      await step('Installing Chromium', 'apt-get', [...install, 'chromium'], quiet);
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      throw new StepError(`${error.message}\n${advice}`);
    }
    const installed = findChromium(env);
    if (installed !== null) return installed;
  }
  throw new StepError(advice);
}

const advice = `The browser tests need a Chromium, and none was found. Install one:
  Debian, Ubuntu   sudo apt-get install chromium
  Fedora           sudo dnf install chromium
  macOS            brew install --cask chromium
  without root     npx playwright-core install chromium-headless-shell
or set CHROMIUM_PATH to the path of one.`;

function candidates(env) {
  const applications = macApps.flatMap((app) =>
    ['/Applications', join(homedir(), 'Applications')].map((folder) =>
      join(folder, `${app}.app`, 'Contents', 'MacOS', app),
    ),
  );
  return [
    ...names.map((name) => inPath(env, name)).filter((path) => path !== undefined),
    ...(process.platform === 'darwin' ? applications : []),
    ...fromPlaywright(env),
  ];
}

function inPath(env, name) {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function fromPlaywright(env) {
  const caches = [
    env['PLAYWRIGHT_BROWSERS_PATH'] ?? '',
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  ];
  const programs = [
    ['chrome-linux', 'chrome'],
    ['chrome-linux64', 'chrome'],
    ['chrome-linux', 'headless_shell'],
    ['chrome-headless-shell-linux64', 'chrome-headless-shell'],
    ['chrome-mac', 'Chromium.app', 'Contents', 'MacOS', 'Chromium'],
    ['chrome-mac', 'headless_shell'],
  ];
  return caches
    .filter((cache) => cache !== '' && existsSync(cache))
    .flatMap((cache) =>
      readdirSync(cache)
        .filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name))
        .sort()
        .reverse()
        .map((name) => join(cache, name)),
    )
    .flatMap((folder) => programs.map((program) => join(folder, ...program)))
    .filter(isExecutable);
}

/** Ubuntu has a `chromium-browser` that only says that there is none. */
function runs(path) {
  try {
    const said = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      timeout: 30_000,
      stdio: 'pipe',
    });
    return /chrom/i.test(said);
  } catch {
    return false;
  }
}
