export { runCleanup } from './cleanup.ts';
export { afterAllTests } from './cleanup.ts';
export { createTestDatabase, type TestDatabase } from './createTestDatabase.ts';
export { freePort } from './freePort.ts';
export { copyCluster } from './copyCluster.ts';
