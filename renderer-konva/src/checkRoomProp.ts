import { inputError } from '@cobble/engine';

/**
 * Checks the prop `room` of a component, which a host in JavaScript may mistake for the server's room
 * or a transport.
 *
 * @param component its name, for the message
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkRoomProp(component: string, room: unknown): void {
  if (room === undefined || room === null) return;
  const { people, locksOfOthers } = room as {
    readonly [name in 'people' | 'locksOfOthers']?: unknown;
  };
  if (typeof people !== 'object' || typeof locksOfOthers !== 'object')
    throw inputError('room', `of <${component}> must be the result of createRoomClient`);
}
