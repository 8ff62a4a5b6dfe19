import { CobbleError } from './CobbleError.ts';
import { checkString } from './inputError.ts';

/**
 * The key of what marks a result: the same in each copy of the engine, because a host's plugin may
 * have a copy of its own. It is not a field, so that results compare as plain data.
 */
const KIND = Symbol.for('@cobble/engine/Result');

/** A result with a value. Created by {@link ok}; compares and serialises as `{ok, value}`. */
export class Success<out Value> {
  static {
    Object.defineProperty(this.prototype, KIND, { value: 'success' });
  }

  readonly ok = true;
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }

  /** Returns the value; a refusal throws instead. */
  unwrap(): Value {
    return this.value;
  }
}

/**
 * An expected failure of an operation, with a code for programs and no message. Created by
 * {@link refuse}; compares and serialises as `{ok, code, details}`.
 */
export class Refusal<out Code extends string = string> {
  static {
    Object.defineProperty(this.prototype, KIND, { value: 'refusal' });
  }

  readonly ok = false;
  readonly code: Code;
  /** What was refused, such as the `path` of an invalid field in item `index`; JSON only. */
  declare readonly details?: Readonly<Record<string, unknown>>;

  constructor(code: Code, details?: Readonly<Record<string, unknown>>) {
    this.code = code;
    if (details) this.details = details;
  }

  /**
   * Throws, because there is no value.
   *
   * @throws CobbleError with the code and details of the refusal
   */
  unwrap(): never {
    const { index, path, message, type, uuid } = this.details ?? {};
    const item = typeof index === 'number' ? `index ${String(index)}` : '';
    // A message says enough about an invalid block.
    const subject = quoted(type) || (message === undefined ? quoted(uuid) : '');
    const reason = [item, path, subject, message].filter(
      (part) => typeof part === 'string' && part !== '',
    );
    throw new CobbleError(this.code, [`refused: ${this.code}`, ...reason].join(': '), {
      details: { ...this.details },
    });
  }
}

/** The most characters of a name that a message quotes. */
const MAX_QUOTED = 80;

/** A type or id for a message, whatever characters it contains; '' if it is not text. */
function quoted(name: unknown): string {
  return typeof name === 'string' ? JSON.stringify(name.slice(0, MAX_QUOTED)) : '';
}

/**
 * The outcome of an operation that can be refused. Check `ok` to handle a refusal, or call `unwrap`
 * to get the value or throw a CobbleError with the code of the refusal.
 */
export type Result<Value, Code extends string = string> = Success<Value> | Refusal<Code>;

/** Creates a success. */
export const ok = <Value>(value: Value): Success<Value> => new Success(value);

/**
 * Creates a refusal.
 *
 * @throws CobbleError `input_invalid` if there is no code: nobody could tell the reason for the refusal
 */
export const refuse = <Code extends string>(
  code: Code,
  details?: Readonly<Record<string, unknown>>,
): Refusal<Code> => {
  checkString('code', code || null, 'must be a string, such as change_refused');
  return new Refusal(code, details);
};

/** Whether a value is a refusal, whichever copy of the engine has created it. */
export const isRefusal = (value: unknown): value is Refusal => kindOf(value) === 'refusal';

/** Whether a value is a success, whichever copy of the engine has created it. */
export const isSuccess = (value: unknown): value is Success<unknown> => kindOf(value) === 'success';

function kindOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, KIND) : undefined;
}
