/** An expected failure of an operation, with a code for programs and no message. */
export interface Refusal<Code extends string = string> {
  readonly ok: false;
  readonly code: Code;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The outcome of an operation that can be refused. */
export type Result<Value, Code extends string = string> =
  { readonly ok: true; readonly value: Value } | Refusal<Code>;

/** Creates a success. */
export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
});

/** Creates a refusal. */
export const refuse = <Code extends string>(
  code: Code,
  details?: Readonly<Record<string, unknown>>,
): Refusal<Code> => (details ? { ok: false, code, details } : { ok: false, code });
