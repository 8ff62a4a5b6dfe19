/** What is wrong with the database itself, when it is not with what it was asked. */
export type DatabaseFailure =
  /** It is not there, is starting or stopping, or has stopped answering. */
  | 'down'
  /** Its disk, or ours, has no room left. */
  | 'full';

/** Of Node and of Postgres (https://www.postgresql.org/docs/18/errcodes-appendix.html). */
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

/** What `pg` and knex say without a code; knex puts the statement before it. */
const WORDS =
  /(?:^| - )(?:Connection terminated|timeout expired|Query read timeout|Knex: Timeout acquiring a connection|Client has encountered a connection error)/;

/**
 * Whether an error comes from a database that is down or full, which time can mend, and not from
 * what was asked of it; null for every other error. The causes of an error count too.
 */
export function databaseFailureOf(error: unknown, depth = 0): DatabaseFailure | null {
  if (!(error instanceof Error) || depth > 5) return null;
  const code = 'code' in error ? String(error.code) : '';
  const own = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  if (own !== undefined) return own;
  // The class of connection exceptions.
  if (/^08[0-9A-Z]{3}$/.test(code) || WORDS.test(error.message)) return 'down';
  // The socket's folder goes with a Postgres that stopped.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return 'down';
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return databaseFailureOf(inner, depth + 1);
}
