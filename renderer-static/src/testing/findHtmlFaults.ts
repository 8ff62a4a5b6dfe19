import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Path of the checker: the only export of its package. */
const vnu = createRequire(import.meta.url)('vnu-jar') as string;

/** A Java executable, or null if there is none. */
export function findJava(): string | null {
  const { status } = spawnSync('java', ['-version'], { stdio: 'ignore' });
  return status === 0 ? 'java' : null;
}

interface NuReport {
  readonly messages: readonly {
    readonly type: string;
    readonly message: string;
    readonly url?: string;
    readonly lastLine?: number;
    readonly extract?: string;
  }[];
}

/**
 * Returns the Nu HTML checker's errors and warnings, each with its position. It does not support
 * container units or `min()` in font sizes, so css-tree checks styles.
 */
export async function findHtmlFaults(
  java: string,
  documents: readonly (readonly [name: string, html: string])[],
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cobble-html-'));
  try {
    for (const [name, html] of documents) {
      const file = join(folder, `${name}.html`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, html);
    }
    const output = await runNu(java, folder);
    return (JSON.parse(output) as NuReport).messages.map(
      ({ message, url = '', lastLine = 0, extract = '' }) =>
        `${url.slice(url.indexOf('cobble-html-') + 19)}:${String(lastLine)} ${message} ${extract.trim()}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the checker's report as JSON. Exit code 1 means faults in the HTML, not a failure. */
function runNu(java: string, folder: string): Promise<string> {
  const args = [
    '-Xss4m',
    // It runs for too short a time for a better compiler and a parallel collector to pay off.
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    '-jar',
    vnu,
    '--format',
    'json',
    '--skip-non-html',
    '--filterpattern',
    // HTML has allowed `media` on video sources again since 2023; the checker is not up to date.
    '^CSS: .*|Attribute “media” not allowed on element “source” at this point.',
    folder,
  ];
  return new Promise((resolve, reject) => {
    execFile(java, args, { maxBuffer: 1e8 }, (error, _stdout, stderr) => {
      if (stderr.startsWith('{')) resolve(stderr);
      else reject(error ?? new Error(stderr));
    });
  });
}
