export type { MigrationWarning, MigrationWarningCode } from './Migration.ts';
export { migratePage } from './migratePage.ts';
export type { MigratedPage, MigratePageOptions } from './migratePage.ts';
