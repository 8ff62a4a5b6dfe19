import type { ServerResponse } from 'node:http';

const callbacks = new WeakMap<ServerResponse, () => void>();

/** Calls back when the handler of a request calls {@link beginLongWait}. */
export function onLongWait(response: ServerResponse, callback: () => void): void {
  callbacks.set(response, callback);
}

/**
 * Called by a handler before it waits for something that may take seconds, such as the painter: then
 * the request no longer counts as one that is in progress, and others of its address may begin [LM22].
 */
export function beginLongWait(response: ServerResponse): void {
  callbacks.get(response)?.();
}
