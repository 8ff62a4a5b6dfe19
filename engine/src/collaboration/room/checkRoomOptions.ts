import { readKits } from '../../blocks/readKits.ts';
import {
  checkFunction,
  checkString,
  checkStrings,
  inputError,
  readOptions,
} from '../../model/inputError.ts';
import { isRecord } from '../../model/json.ts';
import { checkAccountId, checkMethods, checkSharedOptions } from '../checkMethods.ts';
import type { RoomRole } from '../protocol/codes.ts';
import { displayNameSchema, publishedSchema } from '../protocol/roomMessages.ts';
import type { RoomLog } from './RoomLog.ts';
import type { Published, RoomOptions, RoomSession } from './RoomOptions.ts';
import { WorkBudgets } from './WorkBudgets.ts';

const OPTIONS = Object.keys({
  log: true,
  clock: true,
  kits: true,
  siteHosts: true,
  maxBlocks: true,
  maxSizes: true,
  budgets: true,
  onFailure: true,
  onWarning: true,
  onClosed: true,
  onEvent: true,
} satisfies Record<keyof RoomOptions, true>);
const LOG = Object.keys({
  open: true,
  append: true,
  renew: true,
  close: true,
  entriesAfter: true,
  clientState: true,
  entriesOf: true,
  saveSnapshot: true,
} satisfies Record<keyof RoomLog, true>);
const ROLES = Object.keys({
  owner: true,
  editor: true,
  sampler: true,
  viewer: true,
} satisfies Record<RoomRole, true>);

/**
 * Checks the options of `createRoom`.
 *
 * @throws CobbleError `input_invalid` (details: `path`), or `kit_invalid`
 */
export function checkRoomOptions(options: unknown): void {
  checkSharedOptions(options, OPTIONS);
  readKits(options['kits']);
  if (options['siteHosts'] !== undefined) checkStrings('options.siteHosts', options['siteHosts']);
  checkSizes(options['maxSizes']);
  const { budgets } = options;
  if (budgets !== undefined && !(budgets instanceof WorkBudgets))
    throw inputError('options.budgets', 'must come from createWorkBudgets');
  checkMethods('options.log', options['log'], LOG);
  for (const name of ['onFailure', 'onWarning', 'onClosed', 'onEvent'])
    if (options[name] !== undefined) checkFunction(`options.${name}`, options[name]);
}

function checkSizes(sizes: unknown): void {
  if (sizes === undefined || sizes === null) return;
  const parts = ['page', 'block'] as const;
  const read = readOptions('options.maxSizes', sizes, parts);
  for (const part of parts) {
    const path = `options.maxSizes.${part}`;
    const units = ['bytes', 'values'] as const;
    const size = readOptions(path, read[part], units);
    for (const unit of units) {
      const max = size[unit];
      if (max !== Infinity && !(Number.isSafeInteger(max) && Number(max) >= 0))
        throw inputError(
          `${path}.${unit}`,
          'must be a whole number from 0, or Infinity for no limit',
        );
    }
  }
}

/**
 * Checks the transport's side of a connection.
 *
 * @returns its session; the host may use the object for other sessions later
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkPeer(peer: unknown): RoomSession {
  checkMethods('peer', peer, ['send', 'close']);
  if (isRecord(peer) && peer['bufferedBytes'] !== undefined)
    checkFunction('peer.bufferedBytes', peer['bufferedBytes']);
  const session = isRecord(peer) && isRecord(peer['session']) ? peer['session'] : {};
  const { accountId, name, role } = session;
  checkAccountId('peer.session.accountId', accountId);
  checkRole('peer.session.role', role);
  if (name !== undefined) checkString('peer.session.name', name);
  return {
    accountId: Number(accountId),
    role,
    ...(name === undefined ? {} : { name: displayNameSchema.parse(name) }),
  };
}

/** @throws CobbleError `input_invalid` (details: `path`) unless the role exists */
export function checkRole(path: string, role: unknown): asserts role is RoomRole {
  if (!ROLES.some((each) => each === role))
    throw inputError(path, `must be one of ${ROLES.join(', ')}`);
}

/**
 * What the host says that it has published.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function readPublished(published: unknown): Published {
  const { success, data, error } = publishedSchema.safeParse(published);
  if (success) return data;
  const [issue] = error.issues;
  throw inputError(['published', ...(issue?.path ?? [])].join('.'), issue?.message ?? 'is invalid');
}
