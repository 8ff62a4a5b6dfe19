/** Fields that pino redacts in the log: tokens, cookies, email addresses, links in emails. */
export const LOG_REDACTION = {
  paths: [
    'req.headers.cookie',
    'req.headers.authorization',
    'headers.cookie',
    'headers.authorization',
    'email',
    'token',
    'cookie',
    'link',
    '*.email',
    '*.token',
    '*.cookie',
    '*.link',
  ],
  censor: '[redacted]',
};

const SECRET_QUERY = /([?&](?:token|email|code|state)=)[^&#\s"']*/gi;
const WORD = /[^\s"'<>(),:;]+/g;
// Not \b, because a token may begin or end with a hyphen.
const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/g;

/** Removes secrets and email addresses from a text for the log. */
export function redactText(text: string): string {
  return text
    .replace(SECRET_QUERY, '$1[redacted]')
    .replace(WORD, (word) => (isAddress(word) ? '[redacted]' : word))
    .replace(TOKEN, '[redacted]');
}

/** Whether a word contains an email address. A pattern would take cubic time for `a@a@a@`. */
function isAddress(word: string): boolean {
  const at = word.indexOf('@', 1);
  return at > 0 && word.lastIndexOf('.', word.length - 2) > at + 1;
}

/**
 * Turns an error into an object for the log: its codes and causes, and its message and stack
 * without secrets.
 */
export function loggable(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: redactText(String(error)).slice(0, 500) };
  // knex prefixes Postgres's message with the statement.
  const message = 'severity' in error ? (error.message.split(' - ').at(-1) ?? '') : error.message;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    message: redactText(message).slice(0, 500),
    stack: frames.join('\n'),
    ...('code' in error ? { code: String(error.code) } : {}),
    ...('constraint' in error ? { constraint: String(error.constraint) } : {}),
    ...(error.cause === undefined || depth > 3 ? {} : { cause: loggable(error.cause, depth + 1) }),
  };
}
