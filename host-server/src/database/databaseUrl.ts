/**
 * The URL of a database behind a unix socket, in the form that libpq, `pg` and knex all read: the
 * socket's folder stands percent-encoded in the host's place.
 *
 * @param socketFolder absolute path of the folder that holds `.s.PGSQL.{port}`.
 */
export function socketUrl(socketFolder: string, port: number, database: string): string {
  return `postgresql://cobble@${encodeURIComponent(socketFolder)}:${port}/${database}`;
}

/** The same server's URL with another database. */
export function withDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${encodeURIComponent(database)}`;
  return parsed.href;
}

/** The URL for people and logs: without its password. */
export function withoutPassword(url: string): string {
  const parsed = new URL(url);
  if (parsed.password !== '') parsed.password = '***';
  parsed.searchParams.delete('password');
  return parsed.href;
}
