import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { libraryPackages, packages, rootFolder } from './paths.mjs';
import { step } from './step.mjs';
import { transpilePackage } from './transpile.mjs';

const stampFile = join(rootFolder, 'node_modules', '.cobble-build.json');

/** The build targets, with the packages that each reads. */
const targets = {
  server: {
    from: libraryPackages,
    outputs: libraryPackages.map((name) => join(name, 'dist', 'index.js')),
    build: async () => {
      const vite = await import(pathToFileURL(join(viteFolder(), 'dist', 'node', 'index.js')).href);
      for (const name of libraryPackages) await transpilePackage(vite, name);
      console.log('Building the server: done');
    },
  },
  web: {
    from: packages,
    outputs: [join('host-web', 'dist', 'index.html')],
    build: () =>
      step(
        'Building the web app',
        process.execPath,
        [join(viteFolder(), 'bin', 'vite.js'), 'build', '--logLevel=warn'],
        { cwd: join(rootFolder, 'host-web'), env: { ...process.env, NODE_ENV: 'production' } },
      ),
  },
};

/**
 * Builds the targets that are missing or whose sources have changed, by content.
 *
 * @param {{ force?: boolean }} [options] `force`: builds everything, after checking types and
 * writing declarations, which running Cobble does not need
 */
export async function ensureBuilt({ force = false } = {}) {
  if (force) await checkTypes();
  const stamps = force ? {} : readStamps();
  const results = await Promise.allSettled(
    Object.entries(targets).map(async ([name, { from, outputs, build }]) => {
      const current = fingerprint(from);
      const isBuilt = outputs.every((path) => existsSync(join(rootFolder, path)));
      if (isBuilt && stamps[name] === current) return;
      await build();
      stamps[name] = current;
    }),
  );
  writeFileSync(stampFile, JSON.stringify(stamps));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Builds the published packages and the server, with declarations, for the tarballs. */
export async function buildLibraries() {
  await checkTypes();
  await targets.server.build();
}

function checkTypes() {
  return step('Checking types', process.execPath, [
    join(rootFolder, 'node_modules', 'typescript', 'bin', 'tsc'),
    '-b',
    ...libraryPackages.map((name) => join(rootFolder, name)),
  ]);
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

/** A hash of the sources and settings of these packages, the lock file and Node's version. */
function fingerprint(names) {
  const hash = createHash('sha256').update(process.version);
  const files = ['package-lock.json', 'tsconfig.base.json', ...names.flatMap(sourcesOf)];
  for (const file of files.sort()) {
    hash.update(`${file}\0`).update(readFileSync(join(rootFolder, file)));
  }
  return hash.digest('hex');
}

function sourcesOf(name) {
  const folder = join(rootFolder, name);
  const atRoot = readdirSync(folder).filter((file) => /\.(json|ts|html)$/.test(file));
  const inFolders = ['src', 'public'].flatMap((part) =>
    existsSync(join(folder, part))
      ? readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
          .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      : [],
  );
  return [...atRoot, ...inFolders].map((file) => join(name, file));
}

function viteFolder() {
  const resolve = createRequire(join(rootFolder, 'host-web', 'package.json')).resolve;
  return dirname(resolve('vite/package.json'));
}
