import { dateIn, type Block } from '@cobble/engine';
import { attributesHtml } from '../html/attributes.ts';
import { escapeHtml } from '../html/escapeHtml.ts';

/** A block's visible timestamp. */
export interface Timestamp {
  /** The formatted date. */
  readonly date: string;
  readonly html: string;
}

/** Returns a block's timestamp; null if it is off or the creation time is unknown. */
export function timestampOf(block: Block, lang: string): Timestamp | null {
  const { displayTimestamp = 'off' } = block.properties;
  const iso = block.clientCreatedAt;
  if (displayTimestamp === 'off' || iso === undefined) return null;
  const date = dateIn(lang, iso);
  const attributes = attributesHtml({
    class: displayTimestamp === 'hover' ? 'when hint' : 'when',
    datetime: iso,
  });
  return { date, html: `<time${attributes}>${escapeHtml(date)}</time>` };
}

/**
 * A pill in the block's lower corner. With `hover` it is also shown on focus, and always on devices
 * that cannot hover.
 */
export const TIMESTAMP_CSS =
  '.when{position:absolute;z-index:1;right:6px;bottom:6px;max-width:calc(100% - 12px);padding:2px 8px;overflow:hidden;border-radius:99px;' +
  'background:#FBF7F0;color:#1E1A16;box-shadow:0 0 0 1px #1E1A1633;font:14px/1.4 system-ui,sans-serif;white-space:nowrap;text-overflow:ellipsis;pointer-events:none}' +
  '@media (hover:hover){.hint{opacity:0}:is(.b,.s):is(:hover,:focus-visible,:focus-within)>.hint{opacity:1}' +
  '@media (prefers-reduced-motion:no-preference){.hint{transition:opacity .16s ease-out}}}';
