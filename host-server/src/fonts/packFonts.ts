import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** How npm's own error answer looks; it prints it on its standard output. */
interface NpmAnswer {
  readonly error?: { readonly code?: unknown; readonly summary?: unknown };
}

/** Why npm failed: its code (`ENOTFOUND`, `EINTEGRITY`, `E404`) and its own words. */
export interface NpmFailure {
  readonly code: string;
  readonly message: string;
}

/** What npm waits with where nothing is set: a person is to hear soon that there is no network. */
const PATIENCE: Readonly<Record<string, string>> = {
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_timeout: '60000',
};

/** The repository: its `.npmrc` counts too. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Lets npm fetch packages as tarballs (`npm pack`), so that its registry, proxy, credentials and
 * cache are those of the person who installed the product.
 *
 * @param specs such as `@fontsource/lora@5.3.0`
 * @param folder where the tarballs are put; on a failure it holds those that came before
 * @returns null when all of them came
 */
export async function packFonts(
  specs: readonly string[],
  folder: string,
  options: { readonly env: NodeJS.ProcessEnv; readonly signal?: AbortSignal | undefined },
): Promise<NpmFailure | null> {
  const { env, signal } = options;
  const [program, before] = npm(env);
  const args = ['pack', '--json', '--ignore-scripts', '--prefer-offline'];
  const child = spawn(
    program,
    [...before, ...args, '--loglevel=silent', `--pack-destination=${folder}`, ...specs],
    {
      cwd: ROOT,
      env: { ...PATIENCE, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      // npm is a script of the shell there.
      shell: process.platform === 'win32' && program === 'npm',
      ...(signal && { signal }),
    },
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      resolve({ code: error.code ?? error.name, message: `npm did not run: ${error.message}` });
    });
    child.once('close', (code) => {
      resolve(code === 0 ? null : failureOf(said));
    });
  });
}

function npm(env: NodeJS.ProcessEnv): readonly [program: string, before: readonly string[]] {
  // Set by npm for what it runs; the npm that the person chose.
  const script = env['npm_execpath'];
  if (script?.endsWith('.js') && existsSync(script)) return [process.execPath, [script]];
  return ['npm', []];
}

function failureOf(said: string): NpmFailure {
  try {
    const { error } = JSON.parse(said) as NpmAnswer;
    return { code: String(error?.code), message: String(error?.summary).split('\n')[0] ?? '' };
  } catch {
    return { code: 'NPM_FAILED', message: 'npm failed without a reason' };
  }
}
