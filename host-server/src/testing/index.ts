export { afterAllTests, runCleanup } from './mochaHooks.ts';
export { createTestDatabase, type TestDatabase } from './createTestDatabase.ts';
export { freePort } from './freePort.ts';
export { copyCluster } from './copyCluster.ts';
