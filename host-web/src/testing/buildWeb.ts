import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const webFolder = join(root, 'host-web');
const SOURCES = ['engine/src', 'renderer-konva/src', 'renderer-static/src', 'host-web/src'];

/** Builds the web app into `host-web/dist` unless the build is newer than all sources. */
export async function buildWeb(): Promise<void> {
  const built = await stat(join(webFolder, 'dist/index.html')).catch(() => null);
  if (built && built.mtimeMs >= (await newest())) return;
  await build({
    root: webFolder,
    configFile: join(webFolder, 'vite.config.ts'),
    logLevel: 'error',
    mode: 'production',
  });
}

async function newest(): Promise<number> {
  const folders = [...SOURCES, 'host-server/src/contract'];
  const files = (
    await Promise.all(
      folders.map(async (folder) =>
        (await readdir(join(root, folder), { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
          .map((entry) => join(entry.parentPath, entry.name)),
      ),
    )
  ).flat();
  const times = await Promise.all(
    [...files, join(webFolder, 'index.html'), join(webFolder, 'vite.config.ts')].map(
      async (file) => (await stat(file)).mtimeMs,
    ),
  );
  return Math.max(...times);
}
