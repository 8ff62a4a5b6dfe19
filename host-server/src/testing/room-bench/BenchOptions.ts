/** How a benchmark of rooms runs. */
export interface BenchOptions {
  /** How much is measured: `tiny` only shows that it works. */
  readonly size: 'full' | 'short' | 'tiny';
  /** How long the sustained load lasts. */
  readonly minutes: number;
  /** Receives lines of progress. */
  readonly log: (line: string) => void;
}

/** Chooses what fits the size of a benchmark. */
export function sized<Value>(
  { size }: Pick<BenchOptions, 'size'>,
  full: Value,
  short: Value,
  tiny: Value,
): Value {
  if (size === 'full') return full;
  return size === 'short' ? short : tiny;
}
