/**
 * `npm run lighthouse [page …]`: runs Lighthouse on the sample pages, served with the product's
 * headers, on the phone that it emulates by default. Prints a table and exits with 1 if a category
 * is below 100. Installs Lighthouse the first time, and needs no network after that.
 */
import { fileURLToPath } from 'node:url';
import { installOwnPackages } from '../../../scripts/lib/ownPackages.mjs';

installOwnPackages(fileURLToPath(new URL('.', import.meta.url)), 'Lighthouse');
await import('./measure.mjs');
