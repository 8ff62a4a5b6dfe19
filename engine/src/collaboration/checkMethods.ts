import { isRecord } from '../model/json.ts';
import {
  checkFunction,
  checkMaxBlocks,
  checkTime,
  inputError,
  readOptions,
} from '../model/inputError.ts';
import type { Clock } from './Clock.ts';

const CLOCK = ['now', 'after'] as const satisfies readonly (keyof Clock)[];

/**
 * Checks an object from the host when it is passed. Otherwise a missing method would fail only when
 * a room or client first calls it, and nobody would be notified.
 *
 * @throws CobbleError `input_invalid` (details: `path`) unless all methods exist
 */
export function checkMethods(path: string, value: unknown, names: readonly string[]): void {
  if (!isRecord(value)) throw inputError(path, `must be an object with ${names.join(', ')}`);
  for (const name of names) checkFunction(`${path}.${name}`, value[name]);
}

/**
 * Checks the options that rooms and clients share.
 *
 * @param names of all options
 * @throws CobbleError as {@link checkMethods}, also for a clock that does not return a time
 */
export function checkSharedOptions(
  options: unknown,
  names: readonly string[],
): asserts options is Record<string, unknown> {
  if (!isRecord(options)) throw inputError('options', 'must be an object');
  readOptions('options', options, names);
  const { clock } = options;
  checkMethods('options.clock', clock, CLOCK);
  checkTime('options.clock.now', (clock as Clock).now());
  checkMaxBlocks(options['maxBlocks']);
}

/**
 * Checks the id of an account.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkAccountId(path: string, value: unknown): void {
  if (!Number.isSafeInteger(value) || Number(value) < -1)
    throw inputError(path, 'must be a whole number from 0, or -1 for a visitor');
}
