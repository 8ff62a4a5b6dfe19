/** Runs `npm start` without its set-up. */
import { main } from '../../dist/main.js';
import { fileURLToPath } from 'node:url';

const rootFolder = fileURLToPath(new URL('../../../', import.meta.url));
await main({ env: process.env, rootFolder, log: () => undefined });
