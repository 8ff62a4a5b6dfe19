/**
 * `npm run packed -w @cobble/example-embed-editor`: installs the packages from tarballs in a folder
 * outside of this repository, checks types, builds, and uses the result in Chromium.
 */
import { tryPacked } from '../tryPacked.mjs';
import { tryOut } from './tryOut.mjs';

await tryPacked(
  new URL('.', import.meta.url),
  ['index.html', 'main.tsx', 'theme.css', 'vite.config.mjs'],
  tryOut,
);
