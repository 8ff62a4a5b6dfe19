const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** A past moment in words: 'just now', '5 minutes ago', 'yesterday'. */
export function timeAgo(moment: string | number | Date, nowMs: number = Date.now()): string {
  const seconds = Math.max(0, (nowMs - new Date(moment).getTime()) / 1000);
  for (const [unit, size] of UNITS)
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit);
  return 'just now';
}
