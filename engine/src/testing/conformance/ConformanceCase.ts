import { CobbleError } from '../../model/CobbleError.ts';
import { inputError, readOptions } from '../../model/inputError.ts';
import { equalJson, isRecord } from '../../model/json.ts';

/** One thing that an implementation of an interface must do. */
export interface ConformanceCase {
  /** What it must do, such as "delivers what the room sends, once and in order". */
  readonly name: string;
  /**
   * Checks it, on an implementation of its own. Rejects with a CobbleError `conformance_failed`,
   * whose message says what was expected and found, and with the implementation's own error if a
   * call throws.
   */
  readonly run: () => Promise<void>;
}

/** Options of a conformance suite. */
export interface ConformanceOptions {
  /** How long a case waits for a call or an event, ms; default 10,000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * What a promise resolves to.
 *
 * @param what it stands for, in the message of the error
 * @throws CobbleError `conformance_failed` if it does not settle in time
 */
export type Within = <Value>(what: string, promise: Promise<Value>) => Promise<Value>;

/** The checks of a suite, by name. */
export type Checks<Subject> = Readonly<
  Record<string, (subject: Subject, within: Within) => Promise<void>>
>;

/** In JSON, in a database and on a connection, these characters need care. */
export const CHARACTERS = 'ü 😀 \u0000 \ud800 "\\ \u2028 مرحبا';

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * The cases of a suite. Each creates a subject of its own and closes it.
 *
 * @param prepare makes of what the host provides what the checks need
 * @throws CobbleError `input_invalid` (details: `path`) for a wrong argument
 */
export function casesOf<Subject>(
  checks: Checks<Subject>,
  options: ConformanceOptions,
  prepare: (
    within: Within,
  ) => Promise<{ readonly subject: Subject; readonly close: () => void | Promise<void> }>,
): readonly ConformanceCase[] {
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = readOptions('options', options, ['timeoutMs']);
  if (!(typeof timeoutMs === 'number' && timeoutMs > 0))
    throw inputError('options.timeoutMs', 'must be a number above 0');
  const within: Within = (what, promise) => settled(what, promise, timeoutMs);
  return Object.entries(checks).map(([name, check]) => ({
    name,
    async run() {
      const { subject, close } = await prepare(within);
      try {
        await check(subject, within);
      } finally {
        await close();
      }
    },
  }));
}

/**
 * An object with the same asynchronous methods, each of which must settle in time, with a result of
 * its type.
 *
 * @param problemOf what is wrong with the result of a method, such as "must resolve to a list"; null
 *   for a valid one
 */
export function withDeadlines<Target extends object>(
  target: Target,
  names: readonly (keyof Target & string)[],
  within: Within,
  problemOf: (name: string, result: unknown) => string | null,
): Target {
  const methods = names.map((name) => {
    const call = async (...args: unknown[]): Promise<unknown> => {
      const result = await within(
        `${name} must settle`,
        // Called on the object: the implementation may be a class.
        (target[name] as (...each: unknown[]) => Promise<unknown>).apply(target, args),
      );
      const problem = problemOf(name, result);
      expect(problem === null, `${name} ${problem ?? ''}`, result);
      return result;
    };
    return [name, call] as const;
  });
  return Object.fromEntries(methods) as unknown as Target;
}

/**
 * @param what returns the value, such as "connect"
 * @throws CobbleError `conformance_failed` unless the value is an object with these functions
 */
export function expectMethods(what: string, value: unknown, names: readonly string[]): void {
  const isComplete = isRecord(value) && names.every((name) => typeof value[name] === 'function');
  expect(isComplete, `${what} must return an object with the functions ${names.join(', ')}`, value);
}

/**
 * Checks what a suite's `create` has returned.
 *
 * @throws CobbleError `conformance_failed` unless it has these functions, and no other `close`
 */
export function expectSubject(subject: unknown, names: readonly string[]): void {
  expectMethods('create', subject, names);
  const { close } = subject as { readonly close?: unknown };
  const isRight = close === undefined || typeof close === 'function';
  expect(isRight, 'close must be a function, or left out', close);
}

/** @throws CobbleError `conformance_failed` unless the values are equal as JSON */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  expect(equalJson(actual, expected), `${what} must be ${shortJson(expected)}`, actual);
}

/**
 * @param found is added to the message
 * @throws CobbleError `conformance_failed` unless the condition holds
 */
export function expect(
  condition: boolean,
  message: string,
  ...found: readonly unknown[]
): asserts condition {
  if (condition) return;
  const text = [message, ...found.map(shortJson)].join('; found ');
  throw new CobbleError('conformance_failed', text);
}

/** Values may be pages of several MB. */
function shortJson(value: unknown): string {
  const text = textOf(value);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

/** As JSON, if that is possible: a wrong result may be anything, such as a function or a bigint. */
function textOf(value: unknown): string {
  try {
    const json: unknown = JSON.stringify(value);
    return typeof json === 'string' ? json : String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

async function settled<Value>(
  what: string,
  promise: Promise<Value>,
  timeoutMs: number,
): Promise<Value> {
  let stop = (): void => undefined;
  const timeout = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => {
      const message = `${what} within ${String(timeoutMs)} ms`;
      reject(new CobbleError('conformance_failed', message));
    }, timeoutMs);
    stop = () => {
      clearTimeout(timer);
    };
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    stop();
  }
}
