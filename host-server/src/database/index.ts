export { checkDatabase } from './checkDatabase.ts';
export { withoutPassword } from './databaseUrl.ts';
export { EmbeddedPostgres, type EmbeddedPostgresOptions } from './EmbeddedPostgres.ts';
export { ensureFolder } from './ensureFolder.ts';
export { migrate } from './migrate.ts';
export type { Migration } from './migrations/Migration.ts';
export { openDatabase } from './openDatabase.ts';
