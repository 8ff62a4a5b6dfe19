/**
 * Lets Node import TypeScript and JSX from the packages' sources. Mocha loads it (`.mocharc.json`),
 * and tests that start a Node process pass it: `node --import <this file>
 * --conditions=@cobble/source file.ts`.
 */
import { register as registerLoader } from 'node:module';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

// The root's tsconfig.json lists no files, so tsx would find no JSX setting in it.
register({ tsconfig: fileURLToPath(new URL('./tsconfig.tests.json', import.meta.url)) });

// Stylesheets are for bundlers: in Node a CSS import is a module without class names.
registerLoader('./lib/cssHooks.mjs', import.meta.url);
