import { endShared } from './sharedParts.ts';

/** Root hooks of every test run (`.mocharc.json`). */
export const mochaHooks = { afterAll: endShared };
