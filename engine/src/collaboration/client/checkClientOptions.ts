import { readKits } from '../../blocks/readKits.ts';
import { roomAccessOf } from '../../editor/roomAccess.ts';
import { checkFunction, inputError } from '../../model/inputError.ts';
import { isInUse } from './ClientStorage.ts';
import type { RoomClientOptions } from './RoomClientOptions.ts';
import type { RoomStorage } from './RoomStorage.ts';
import { checkAccountId, checkMethods, checkSharedOptions } from '../checkMethods.ts';

const OPTIONS = Object.keys({
  transport: true,
  storage: true,
  clock: true,
  random: true,
  createId: true,
  accountId: true,
  editor: true,
  baseSeq: true,
  kits: true,
  maxBlocks: true,
  isQuiet: true,
  onFailure: true,
} satisfies Record<keyof RoomClientOptions, true>);

/**
 * Checks the options of `createRoomClient`.
 *
 * @throws CobbleError `input_invalid` (details: `path`), also if called in a function of a kit or of the
 *   editor's environment; or `kit_invalid`
 */
export function checkClientOptions(options: unknown): void {
  checkSharedOptions(options, OPTIONS);
  readKits(options['kits']);
  checkMethods('options.transport', options['transport'], ['connect']);
  checkMethods('options.storage', options['storage'], ['entries', 'put', 'delete']);
  if (isInUse(options['storage'] as RoomStorage))
    throw inputError('options.storage', 'is used by a room client that is not closed');
  for (const name of ['random', 'createId']) checkFunction(`options.${name}`, options[name]);
  const { accountId, editor, baseSeq, isQuiet, onFailure } = options;
  if (isQuiet !== undefined && typeof isQuiet !== 'boolean')
    throw inputError('options.isQuiet', 'must be true or false');
  if (onFailure !== undefined) checkFunction('options.onFailure', onFailure);
  checkAccountId('options.accountId', accountId);
  if (editor !== undefined) {
    checkMethods('options.editor', editor, ['recordChanges', 'applyRemote']);
    const access = roomAccessOf(editor as object);
    access?.checkMayEdit();
    if (access?.isShared === true)
      throw inputError('options.editor', 'has a room client already, which must be closed first');
  }
  const isSeq = Number.isSafeInteger(baseSeq) && Number(baseSeq) >= 0;
  if (baseSeq !== undefined && baseSeq !== null && !isSeq)
    throw inputError('options.baseSeq', 'must be a whole number from 0, or null');
}
