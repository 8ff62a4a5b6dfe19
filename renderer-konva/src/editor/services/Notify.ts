import { inputError } from '@cobble/engine';
import { checkAllFields } from '../../checkProps.ts';

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

const KINDS: readonly unknown[] = ['info', 'success', 'error', undefined];

/**
 * Checks the arguments of {@link Notify}, as nobody could read a notice without text.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkNotice(message: unknown, options: unknown): void {
  if (typeof message !== 'string') throw inputError('message', 'must be a string');
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null)
    throw inputError('options', 'must be an object');
  const types = { kind: 'any', durationMs: 'number', action: 'any', signal: 'object' } as const;
  checkAllFields('options', options, types);
  const { kind, durationMs = 0, action } = options as NoticeOptions;
  if (!KINDS.includes(kind)) throw inputError('options.kind', 'must be info, success or error');
  if (!Number.isFinite(durationMs) || durationMs < 0)
    throw inputError('options.durationMs', 'must be a finite number from 0');
  checkNoticeAction(action);
}

/** @throws CobbleError `input_invalid` (details: `path`) for an action that does nothing */
export function checkNoticeAction(action: unknown): void {
  if (action === undefined || action === null) return;
  const { label, href, run } = Object(action) as Readonly<Record<string, unknown>>;
  if (typeof label !== 'string' || label === '')
    throw inputError('options.action.label', 'must be a text');
  if (typeof href !== 'string' && typeof run !== 'function')
    throw inputError('options.action', 'must have an href or a function `run`');
}
