/**
 * Lets Node import TypeScript and JSX from the packages' sources. Loaded by mocha (`.mocharc.json`)
 * and by tests that start a process of their own: `node --import <this file>
 * --conditions=@cobble/source file.ts`.
 */
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

// The root's tsconfig.json lists no files of its own, so that tsx would read no JSX setting from it.
register({ tsconfig: fileURLToPath(new URL('./tsconfig.tests.json', import.meta.url)) });
