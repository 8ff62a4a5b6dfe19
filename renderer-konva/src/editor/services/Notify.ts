/** A link or button in a notice. */
export interface NoticeAction {
  readonly label: string;
  /** Opened in a new tab; without it `run` is called. */
  readonly href?: string | undefined;
  readonly run?: (() => void) | undefined;
}

/** How a notice is shown. */
export interface NoticeOptions {
  readonly kind?: 'info' | 'success' | 'error' | undefined;
  /** Ms until it disappears; default 2000. */
  readonly durationMs?: number | undefined;
  readonly action?: NoticeAction | undefined;
  /** Hides the notice early when it is no longer true. */
  readonly signal?: AbortSignal | undefined;
}

/** Shows a short notice, such as a toast. */
export type Notify = (message: string, options?: NoticeOptions) => void;
