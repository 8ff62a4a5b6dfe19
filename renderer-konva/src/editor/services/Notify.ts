/** What stands beside a notice: a link or something to do. */
export interface NoticeAction {
  readonly label: string;
  /** Opened in a new tab; or else `run` is called. */
  readonly href?: string;
  readonly run?: () => void;
}

/** How a notice is shown. */
export interface NoticeOptions {
  readonly kind?: 'info' | 'success' | 'error';
  /** Ms until it goes by itself; default 2000, the product's general time. */
  readonly durationMs?: number;
  readonly action?: NoticeAction;
}

/** Shows a short notice (a toast); given to the stores, so that they can be tested without one. */
export type Notify = (message: string, options?: NoticeOptions) => void;
