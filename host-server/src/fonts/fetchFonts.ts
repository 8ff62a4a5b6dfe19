import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Font, fontFaces, FONTS } from '@cobble/engine/fonts';
import type { FontLibrary } from './FontLibrary.ts';
import { packFonts, type NpmFailure } from './npmPack.ts';
import { extractFont } from './extractFont.ts';
import { isProcessAlive } from '../shared/isProcessAlive.ts';

/** Families per run of npm. Larger batches are cheaper; smaller ones report progress more often. */
const BATCH = 8;
/** Maximum number of concurrent runs of npm. */
const MAX_CONCURRENT_RUNS = 2;

/** Consecutive runs of npm without a connection after which fetching stops. */
const MAX_FAILED_RUNS = 2;

/** A family that could not be fetched, with the code of npm or `extractFont`, and a message. */
export interface FontProblem {
  readonly family: string;
  readonly code: string;
  readonly message: string;
}

/** The result of fetching. */
export interface FetchResult {
  /** How many families were fetched. */
  readonly fetched: number;
  /** Families whose packages are faulty or missing from the registry. */
  readonly problems: readonly FontProblem[];
  /**
   * Why fetching stopped early, such as a missing network; null when all families were tried or
   * `signal` was aborted.
   */
  readonly stopped: NpmFailure | null;
}

/** Options of {@link fetchFonts}. */
export interface FetchOptions {
  /** npm's environment; default: this process's. */
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  /** Called after each fetched family; `done` counts them. */
  readonly onProgress?: (done: number, total: number, family: string) => void;
}

/**
 * Fetches a library's missing families from their pinned @fontsource packages. Available ones are
 * not fetched again, so an interrupted run continues where it stopped. Concurrent runs do not
 * interfere with each other.
 */
export async function fetchFonts(
  library: FontLibrary,
  options: FetchOptions = {},
): Promise<FetchResult> {
  const { env = process.env, signal, onProgress } = options;
  const missing = library.missing();
  if (missing.length === 0) return { fetched: 0, problems: [], stopped: null };
  await mkdir(library.folder, { recursive: true });
  await removeStaleFolders(library.folder);

  const queue = batchesOf(missing);
  const problems: FontProblem[] = [];
  let fetched = 0;
  const stops: NpmFailure[] = [];
  let failedRuns = 0;

  const fetchBatch = async (batch: readonly Font[]): Promise<void> => {
    const work = await mkdtemp(join(library.folder, `.incoming-${String(process.pid)}-`));
    try {
      const failure = await packFonts(
        batch.map((font) => specOf(library, font)),
        work,
        { env, signal },
      );
      const remaining: Font[] = [];
      for (const font of batch) {
        const problem = await place(library, font, work);
        if (problem === null) {
          fetched++;
          onProgress?.(fetched, missing.length, font.name);
        } else if (problem === 'absent') remaining.push(font);
        else problems.push({ family: font.name, code: problem, message: MESSAGES[problem] });
      }
      const [first] = remaining;
      if (remaining.length < batch.length) failedRuns = 0;
      if (failure === null || first === undefined || signal?.aborted === true) return;
      const isPackageFault = isPackageFailure(failure);
      // One bad package fails npm's whole run, so the rest are fetched one by one.
      if (remaining.length < batch.length || (batch.length > 1 && isPackageFault))
        queue.push(...remaining.map((font) => [font]));
      else if (isPackageFault) problems.push({ family: first.name, ...failure });
      else if (++failedRuns < MAX_FAILED_RUNS) queue.push(batch);
      else stops.push(failure);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  };
  const runBatches = async (): Promise<void> => {
    while (stops.length === 0 && signal?.aborted !== true) {
      const batch = queue.shift();
      if (batch === undefined) return;
      await fetchBatch(batch);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_RUNS }, runBatches));
  const isComplete = stops.length === 0 && problems.length === 0 && signal?.aborted !== true;
  if (isComplete) await removeOldVersions(library);
  return { fetched, problems, stopped: stops[0] ?? null };
}

const MESSAGES = {
  integrity: 'the package differs from the pinned one',
  files_missing: 'the package lacks files of the catalogue',
};

const specOf = ({ packages }: FontLibrary, { id }: Font): string =>
  `@fontsource/${id}@${packages[id]?.[0] ?? ''}`;

async function place(
  library: FontLibrary,
  font: Font,
  work: string,
): Promise<'absent' | keyof typeof MESSAGES | null> {
  const [version, integrity] = library.packages[font.id] ?? ['', ''];
  const target = library.targetOf(font.id);
  // npm's name of a tarball: scope, name, version.
  const tarball = join(work, `fontsource-${font.id}-${version}.tgz`);
  if (target === null || !existsSync(tarball)) return 'absent';
  const workFolder = join(work, font.id);
  const files = fontFaces(font).map(({ fileName }) => fileName);
  const problem = await extractFont({ tarball, integrity, files, workFolder, target });
  await rm(tarball);
  return problem;
}

/** Whether npm failed because of one package, not the connection. */
const isPackageFailure = ({ code }: NpmFailure): boolean =>
  /^(?:EINTEGRITY|ETARGET|E4\d\d|ENOVERSIONS|TAR_BAD_ARCHIVE|Z_\w+)$/.test(code);

function batchesOf(fonts: readonly Font[]): (readonly Font[])[] {
  const count = Math.ceil(fonts.length / BATCH);
  return Array.from({ length: count }, (_, index) =>
    fonts.slice(index * BATCH, (index + 1) * BATCH),
  );
}

/** Removes folders of processes that have ended. */
async function removeStaleFolders(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^\.incoming-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isProcessAlive(Number(pid)))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Removes folders of versions that are no longer pinned. */
async function removeOldVersions(library: FontLibrary): Promise<void> {
  for (const name of await readdir(library.folder)) {
    const id = /^([a-z0-9-]+)@[\w.-]+$/.exec(name)?.[1];
    if (id === undefined || basename(library.targetOf(id) ?? '') === name) continue;
    await rm(join(library.folder, name), { recursive: true, force: true });
  }
}

/** The command that fetches missing families. */
export const FETCH_COMMAND = 'npm run fonts -w host-server';

/** Summarises fetching in one line for the terminal. */
export function fontFetchReport(library: FontLibrary, result: FetchResult): string {
  const missing = library.missing().length;
  if (missing === 0) return `Fonts      all ${String(FONTS.length)} families are available`;
  const reason = result.stopped ?? result.problems[0];
  return (
    `Fonts      ${String(missing)} of ${String(FONTS.length)} families could not be fetched ` +
    `(${reason?.code ?? 'interrupted'}) and use fallback fonts; to fetch them: ${FETCH_COMMAND}`
  );
}
