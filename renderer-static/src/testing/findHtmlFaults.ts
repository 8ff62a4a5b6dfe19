import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where the checker lies: all that its package exports. */
const vnu = createRequire(import.meta.url)('vnu-jar') as string;

/** A program that runs Java, or null where there is none. */
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
 * What the Nu HTML checker finds wrong with documents, its warnings too, each with its place. Of
 * styles it knows neither container units nor `min()` in a font's size, so those are css-tree's to
 * check.
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

/** Its report as JSON; it ends with 1 where it found something, which is no failure of its own. */
function runNu(java: string, folder: string): Promise<string> {
  const args = [
    '-Xss4m',
    '-jar',
    vnu,
    '--format',
    'json',
    '--skip-non-html',
    '--filterpattern',
    // HTML has `media` on a video's source again since 2023, which the checker does not know yet.
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
