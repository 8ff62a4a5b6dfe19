/**
 * The URL of a database behind a unix socket, in the form that libpq, `pg` and knex read: the
 * socket's folder is percent-encoded in place of the host.
 *
 * @param socketFolder absolute path of the folder of `.s.PGSQL.{port}`.
 */
export function socketUrl(socketFolder: string, port: number, database: string): string {
  return `postgresql://cobble@${encodeURIComponent(socketFolder)}:${port}/${database}`;
}

/** The same URL with another database. */
export function withDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${encodeURIComponent(database)}`;
  return parsed.href;
}

/** The URL without its password, for the terminal and logs. */
export function withoutPassword(url: string): string {
  const parsed = new URL(url);
  if (parsed.password !== '') parsed.password = '***';
  parsed.searchParams.delete('password');
  return parsed.href;
}
