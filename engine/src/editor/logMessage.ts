/**
 * What the engine ignores and tells of for those who look for a mistake; nobody is shown it.
 */
const MESSAGES = {
  /** `commit` or `cancel` without `begin`; details: `operation`. */
  nothing_in_progress: 'Operations on an empty in-progress page are logged and ignored.',
  /** `add` or `paste` on a page without a section, which is refused too. */
  no_page: 'Adding blocks before a page exists.',
  /** Someone else's change has left a block without what holds it; details: `uuid`, `parentUuid`. */
  page_tree_problem: 'Layout/page-tree problems are logged only.',
} as const;

/** Codes of what is logged; each has one message. */
export type LogCode = keyof typeof MESSAGES;

/** What a log is told: for programs and for people who mend the host, JSON only. */
export interface LogMessage {
  readonly code: LogCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Makes what a log is told of a code. */
export function logMessage(
  code: LogCode,
  details: Readonly<Record<string, unknown>> = {},
): LogMessage {
  return { code, message: MESSAGES[code], details };
}
