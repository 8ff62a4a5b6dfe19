/** Messages to a limited process. Buffers, maps and sets arrive as such. */
export type ToProcess =
  | { readonly kind: 'task'; readonly id: number; readonly task: unknown }
  /** The response to a request that the process made for its task. */
  | { readonly kind: 'response'; readonly id: number; readonly response: unknown };

/** Messages from a limited process. */
export type FromProcess =
  | { readonly kind: 'ready' }
  /** No task can run on this machine. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** Asks the server for something that the task needs. */
  | { readonly kind: 'request'; readonly id: number; readonly request: unknown }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };
