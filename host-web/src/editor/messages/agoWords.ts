const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago something was, as one says it; less than a minute is 'very recently'. */
export function agoWords(thenMs: number, nowMs: number): string {
  const elapsed = Math.max(0, nowMs - thenMs);
  for (const [unit, ms] of STEPS) {
    const count = Math.floor(elapsed / ms);
    if (count === 1)
      return unit === 'day' ? 'yesterday' : unit === 'hour' ? 'an hour ago' : 'a minute ago';
    if (count > 1) return `${String(count)} ${unit}s ago`;
  }
  return 'very recently';
}
