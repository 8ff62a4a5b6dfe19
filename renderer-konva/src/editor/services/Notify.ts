/** A link or button in a notice. */
export interface NoticeAction {
  readonly label: string;
  /** Opened in a new tab; without it `run` is called. */
  readonly href?: string;
  readonly run?: () => void;
}

/** How a notice is shown. */
export interface NoticeOptions {
  readonly kind?: 'info' | 'success' | 'error';
  /** Ms until it disappears; default 2000. */
  readonly durationMs?: number;
  readonly action?: NoticeAction;
  /** Hides the notice early when it is no longer true. */
  readonly signal?: AbortSignal;
}

/** Shows a short notice, such as a toast. */
export type Notify = (message: string, options?: NoticeOptions) => void;
