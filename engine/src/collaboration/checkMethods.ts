import { isRecord } from '../model/json.ts';
import { checkFunction, inputError } from '../model/inputError.ts';
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
 * @throws CobbleError as {@link checkMethods}
 */
export function checkSharedOptions(options: unknown): asserts options is Record<string, unknown> {
  if (!isRecord(options)) throw inputError('options', 'must be an object');
  checkMethods('options.clock', options['clock'], CLOCK);
  const { maxBlocks } = options;
  if (maxBlocks !== undefined && maxBlocks !== null && typeof maxBlocks !== 'number')
    throw inputError('options.maxBlocks', 'must be a number or null');
}
