import { expect } from 'chai';
import { CobbleError } from '../model/CobbleError.ts';

const PROTOTYPES = [Object, Array, Function, String, Number].map(({ prototype }) => ({
  prototype: prototype as object,
  names: Object.getOwnPropertyNames(prototype).length,
}));

export type Outcome<Value> = { readonly value: Value } | { readonly error: CobbleError };

/**
 * Calls a function and expects a value or a CobbleError with a code (one of `codes`, if given) and,
 * unless `hasPath` is false, a path. Fails on any other error and on polluted prototypes.
 */
export function expectTypedOutcome<Value>(
  run: () => Value,
  options: { readonly hasPath?: boolean; readonly codes?: readonly string[] } = {},
): Outcome<Value> {
  let outcome: Outcome<Value>;
  try {
    outcome = { value: run() };
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    outcome = { error };
  }
  for (const { prototype, names } of PROTOTYPES)
    expect(Object.getOwnPropertyNames(prototype)).to.have.length(names);
  expect(Reflect.get({}, 'polluted')).to.equal(undefined);
  if ('error' in outcome) {
    const { code, details, message } = outcome.error;
    expect(code).to.match(/^[a-z]+(?:_[a-z]+)+$/);
    expect(message).to.be.a('string').and.not.equal('');
    if (options.codes) expect(options.codes).to.include(code);
    if (options.hasPath ?? true) expect(details.path).to.be.a('string');
  }
  return outcome;
}
