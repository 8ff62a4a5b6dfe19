/**
 * `npm run packed -w @cobble/example-embed-canvas`: installs the packages from tarballs in a folder
 * outside of this repository, checks types, builds, and uses the result in Chromium.
 */
import { tryPacked } from '../tryPacked.mjs';
import { tryOut } from './tryOut.mjs';

await tryPacked(
  new URL('.', import.meta.url),
  ['bell.ts', 'bellCanvas.ts', 'index.html', 'main.tsx', 'storedPage.ts', 'vite.config.mjs'],
  tryOut,
);
