import { runCleanup } from './cleanup.ts';

/** Root hooks of every test run (`.mocharc.json`). */
export const mochaHooks = {
  async afterAll(): Promise<void> {
    await runCleanup();
  },
};
