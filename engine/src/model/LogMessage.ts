/** Messages for developers. Users never see them. */
const MESSAGES = {
  /** `commit` or `cancel` without `begin`; details: `operation`. */
  nothing_in_progress: 'Operations on an empty in-progress page are logged and ignored.',
  /** `commit` or `cancel` with a mark that they cannot end; details: `operation`, `mark`. */
  mark_not_open:
    'A mark of an edit or step that has ended, or that only `run` may end, is logged and ignored.',
  /** `add` or `paste` on a page without a section, which is also refused. */
  no_page: 'Adding blocks before a page exists.',
  /** A pasted or loaded block that its kit cannot read was kept; details: `path`, `message`. */
  kit_cannot_read_block: 'Blocks that their kits cannot read are kept as placeholders.',
  /** Another user's change left a block without its parent; details: `uuid`, `parentUuid`. */
  page_tree_problem: 'Layout/page-tree problems are logged only.',
  /** A listener threw; details: `event`, such as `onChange`, with the `error` and its `stack`. */
  listener_failed: 'An exception in a listener is logged; the other listeners are still called.',
} as const;

/** Codes of log messages. */
export type LogCode = keyof typeof MESSAGES;

/** A message for developers of a host. JSON only. */
export interface LogMessage {
  readonly code: LogCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Creates the log message of a code. */
export function logMessage(
  code: LogCode,
  details: Readonly<Record<string, unknown>> = {},
): LogMessage {
  return { code, message: MESSAGES[code], details };
}

/** The details that describe an exception in a log message. */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { error: message, stack: stack ?? null };
}
