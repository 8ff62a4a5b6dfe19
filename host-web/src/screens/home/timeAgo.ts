import type { Translate } from '../../messages/Translate.ts';

const DAY_SECONDS = 86_400;
const WEEK_SECONDS = 604_800;
const LONG_UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', WEEK_SECONDS],
];
const SHORT_UNITS: typeof LONG_UNITS = [
  ['hour', 3600],
  ['minute', 60],
];

/** Says '1 week ago', since 'last week' would mean a calendar week. */
const counting = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
/** Says 'yesterday'. */
const naming = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/**
 * Formats a past time relative to now: 'just now', '5 minutes ago', 'yesterday' [HO6]. Days are
 * those of the user's calendar.
 */
export function timeAgo(
  t: Translate,
  time: string | number | Date,
  nowMs: number = Date.now(),
): string {
  const then = new Date(time);
  const seconds = Math.max(0, (nowMs - then.getTime()) / 1000);
  if (seconds >= DAY_SECONDS && seconds < WEEK_SECONDS)
    return naming.format(-daysBetween(then, new Date(nowMs)), 'day');
  for (const [unit, size] of seconds < DAY_SECONDS ? SHORT_UNITS : LONG_UNITS)
    if (seconds >= size) return counting.format(-Math.floor(seconds / size), unit);
  return t('pageCard.justNow');
}

/** Number of midnights between two times, in the user's time zone. */
function daysBetween(from: Date, to: Date): number {
  const dayOf = (time: Date): number =>
    Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / (DAY_SECONDS * 1000);
  return dayOf(to) - dayOf(from);
}
