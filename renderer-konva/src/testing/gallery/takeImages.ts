import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { endShared } from '../../../../scripts/testing/sharedParts.mjs';
import { startHarness } from '../startHarness.ts';
import { cropped } from './compareBlocks.ts';
import { galleryPage } from './galleryPage.ts';
import { showGallery } from './showGallery.ts';

const FOLDER = fileURLToPath(new URL('../../../../docs/images/', import.meta.url));

/**
 * Takes the two images of the gallery, `canvas-gallery.png` and `canvas-published.png` in
 * `docs/images`: `npm run images -w renderer-konva`. Look at them before committing.
 */
const harness = await startHarness({ hasScripts: true });
try {
  const { canvas, published, pageArea } = await showGallery(harness, galleryPage());
  await mkdir(FOLDER, { recursive: true });
  for (const [name, image] of [
    ['gallery', canvas],
    ['published', published],
  ] as const)
    await writeFile(`${FOLDER}canvas-${name}.png`, PNG.sync.write(cropped(image, pageArea, 0, 0)));
} finally {
  await endShared();
}
