import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** npm's JSON error, which it prints to its standard output. */
interface NpmOutput {
  readonly error?: { readonly code?: unknown; readonly summary?: unknown };
}

/** Why npm failed: its code (`ENOTFOUND`, `EINTEGRITY`, `E404`) and message. */
export interface NpmFailure {
  readonly code: string;
  readonly message: string;
}

/**
 * Timeouts of npm, short so that a missing network is reported soon. They override `.npmrc` files,
 * but not the environment.
 */
const DEFAULT_TIMEOUTS: Readonly<Record<string, string>> = {
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_timeout: '60000',
};

/** The root of the repository, whose `.npmrc` applies too. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Fetches packages as tarballs with `npm pack`, so that registry, proxy, credentials and cache are
 * those of the user who runs this process.
 *
 * @param specs such as `@fontsource/lora@5.3.0`.
 * @param folder where the tarballs are stored. After a failure it contains those fetched so far.
 * @returns null when all were fetched.
 */
export async function packFonts(
  specs: readonly string[],
  folder: string,
  options: { readonly env: NodeJS.ProcessEnv; readonly signal?: AbortSignal | undefined },
): Promise<NpmFailure | null> {
  const { env, signal } = options;
  const [program, leadingArgs] = npmCommand(env);
  const args = ['pack', '--json', '--ignore-scripts', '--prefer-offline'];
  const child = spawn(
    program,
    [...leadingArgs, ...args, '--loglevel=silent', `--pack-destination=${folder}`, ...specs],
    {
      cwd: ROOT,
      env: { ...DEFAULT_TIMEOUTS, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      // On Windows npm is a batch file.
      shell: process.platform === 'win32' && program === 'npm',
      ...(signal && { signal }),
    },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      resolve({ code: error.code ?? error.name, message: `npm did not run: ${error.message}` });
    });
    child.once('close', (code) => {
      resolve(code === 0 ? null : failureOf(output));
    });
  });
}

function npmCommand(env: NodeJS.ProcessEnv): readonly [string, readonly string[]] {
  // npm sets this variable for scripts that it runs. Uses the same npm.
  const script = env['npm_execpath'];
  if (script?.endsWith('.js') && existsSync(script)) return [process.execPath, [script]];
  return ['npm', []];
}

function failureOf(output: string): NpmFailure {
  try {
    const { error } = JSON.parse(output) as NpmOutput;
    return { code: String(error?.code), message: String(error?.summary).split('\n')[0] ?? '' };
  } catch {
    return { code: 'NPM_FAILED', message: 'npm failed without a message' };
  }
}
