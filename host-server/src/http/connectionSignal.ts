import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';

/**
 * A signal that is aborted when the response is complete or its connection closes, so that nothing
 * waits or works for a client that is gone. Its reason is an ApiError err_bad_request, which nobody
 * receives.
 *
 * @param response for a request that upgrades its connection, the connection.
 */
export function connectionSignal(response: ServerResponse | Socket): AbortSignal {
  const ending = new AbortController();
  const leave = (): void => {
    ending.abort(new ApiError('err_bad_request', { message: messages.api.uploadInterrupted }));
  };
  if (response.destroyed) leave();
  else response.once('close', leave);
  return ending.signal;
}
