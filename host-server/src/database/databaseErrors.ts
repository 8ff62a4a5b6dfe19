/** A failure of the database itself, as opposed to a statement. */
export type DatabaseFailure =
  /** It is unreachable, starting or stopping, out of connections, or has stopped responding. */
  | 'down'
  /** Its disk, or ours, is full. */
  | 'full';

/** Codes of Node and of Postgres (https://www.postgresql.org/docs/18/errcodes-appendix.html). */
const CODES: Readonly<Record<string, DatabaseFailure>> = {
  ECONNREFUSED: 'down',
  ECONNRESET: 'down',
  EPIPE: 'down',
  ETIMEDOUT: 'down',
  EHOSTUNREACH: 'down',
  ENETUNREACH: 'down',
  ENOTFOUND: 'down',
  EAI_AGAIN: 'down',
  '53300': 'down',
  '57P01': 'down',
  '57P02': 'down',
  '57P03': 'down',
  '57P05': 'down',
  '25P03': 'down',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  '53100': 'full',
};

/** Messages of `pg` and knex that have no code; knex prefixes them with the statement. */
const MESSAGES =
  /(?:^| - )(?:Connection terminated|timeout expired|Query read timeout|Knex: Timeout acquiring a connection|Client has encountered a connection error)/;

/**
 * Returns how the database failed if an error or one of its causes means that it is down or full,
 * so that a later retry may succeed. Null for every other error.
 */
export function databaseFailureOf(error: unknown, depth = 0): DatabaseFailure | null {
  if (!(error instanceof Error) || depth > 5) return null;
  const code = 'code' in error ? String(error.code) : '';
  const own = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  if (own !== undefined) return own;
  // The class of connection exceptions.
  if (/^08[0-9A-Z]{3}$/.test(code) || MESSAGES.test(error.message)) return 'down';
  // Postgres removes its socket when it stops.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return 'down';
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return databaseFailureOf(inner, depth + 1);
}

/**
 * Whether an error is a unique violation (23505) of one of these constraints.
 *
 * @param constraints names of unique indexes or constraints.
 */
export function isUniqueViolation(error: unknown, ...constraints: readonly string[]): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return false;
  return 'constraint' in error && constraints.includes(String(error.constraint));
}
