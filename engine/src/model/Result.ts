/** An operation that was expected to be able to fail, and did: a code for programs, no words. */
export interface Refusal<Code extends string = string> {
  readonly ok: false;
  readonly code: Code;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The outcome of an operation that may be refused. */
export type Result<Value, Code extends string = string> =
  { readonly ok: true; readonly value: Value } | Refusal<Code>;

/** Wraps a value as a success. */
export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
});

/** Makes a refusal. */
export const refuse = <Code extends string>(
  code: Code,
  details?: Readonly<Record<string, unknown>>,
): Refusal<Code> => (details ? { ok: false, code, details } : { ok: false, code });
