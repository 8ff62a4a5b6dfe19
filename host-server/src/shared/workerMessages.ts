/**
 * What crosses between a worker and the server: one level of plain values. Larger structures cross
 * as JSON text, because cloning an object tree blocks both sides as long as parsing it.
 */
export type WorkerMessage = Readonly<
  Record<string, string | number | boolean | null | undefined | Uint8Array<ArrayBuffer>>
>;

/** What a worker sends. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly message: WorkerMessage }
  | { readonly kind: 'error'; readonly reason: string };

/** Prepares a message so that its bytes are moved and not copied: the sender loses them. */
export function transferable(message: WorkerMessage): {
  readonly message: WorkerMessage;
  readonly transfers: readonly ArrayBuffer[];
} {
  const transfers: ArrayBuffer[] = [];
  const entries = Object.entries(message).map(([name, value]): [string, typeof value] => {
    if (!(value instanceof Uint8Array)) return [name, value];
    // Small buffers share memory with others, which must not be moved with them.
    const isWhole = value.byteLength === value.buffer.byteLength;
    const bytes = isWhole ? new Uint8Array(value.buffer) : Uint8Array.from(value);
    transfers.push(bytes.buffer);
    return [name, bytes];
  });
  return { message: Object.fromEntries(entries), transfers };
}
