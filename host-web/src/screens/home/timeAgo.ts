import type { Translate } from '../../messages/Translate.ts';

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Formats a past time relative to now: 'just now', '5 minutes ago', 'yesterday' [HO6]. */
export function timeAgo(
  t: Translate,
  time: string | number | Date,
  nowMs: number = Date.now(),
): string {
  const seconds = Math.max(0, (nowMs - new Date(time).getTime()) / 1000);
  for (const [unit, size] of UNITS)
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit);
  return t('pageCard.justNow');
}
