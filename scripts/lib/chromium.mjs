import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { inPath, isExecutable } from './inPath.mjs';
import { installPackages, mayInstall } from './installPackages.mjs';
import { StepError } from './step.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApps = ['Google Chrome', 'Chromium'];

/**
 * Finds a working Chromium: CHROMIUM_PATH, one in PATH, a macOS application, or one downloaded by
 * Playwright.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | null} its path
 * @throws {StepError} if CHROMIUM_PATH is set and does not work
 */
export function findChromium(env) {
  const given = env['CHROMIUM_PATH'];
  if (given) {
    if (works(given)) return given;
    throw new StepError(`CHROMIUM_PATH is "${given}"; expected the path of a working Chromium.`);
  }
  return candidates(env).find(works) ?? null;
}

/**
 * Finds Chromium or, as root on Debian-like systems, installs the distribution's package.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>} its path
 * @throws {StepError} if CHROMIUM_PATH is set and does not work or, with installation instructions,
 * if there is no Chromium
 */
export async function ensureChromium(env) {
  const found = findChromium(env);
  if (found !== null) return found;
  if (mayInstall(env)) {
    try {
      await installPackages('Chromium', ['chromium'], env);
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      throw new StepError(`${error.message}\n${advice}`);
    }
    const installed = findChromium(env);
    if (installed !== null) return installed;
  }
  throw new StepError(advice);
}

const advice = `The browser tests need Chromium, and none was found. Install it:
  Debian, Ubuntu   sudo apt-get install chromium
  Fedora           sudo dnf install chromium
  macOS            brew install --cask chromium
  without root     npx playwright-core install chromium-headless-shell
or set CHROMIUM_PATH to its path.`;

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

/** Runs a program, because Ubuntu's `chromium-browser` may be a stub that only prints a message. */
function works(path) {
  try {
    const version = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      timeout: 30_000,
      stdio: 'pipe',
    });
    return /chrom/i.test(version);
  } catch {
    return false;
  }
}
