import type { Translate } from './Translate.ts';

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago a moment was, as used in a sentence; less than a minute is 'very recently'. */
export function formatTimeAgo(t: Translate, thenMs: number, nowMs: number): string {
  const elapsed = Math.max(0, nowMs - thenMs);
  for (const [unit, ms] of STEPS) {
    const count = Math.floor(elapsed / ms);
    if (count > 0) return t(`ago.${unit}`, { count });
  }
  return t('ago.now');
}
