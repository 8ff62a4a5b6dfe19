/** One measured figure. */
export interface Figure {
  /** What was measured. */
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What it may be at most (or at least, with `isLeast`); null for one that is only for comparison. */
  readonly limit: number | null;
  readonly isLeast?: boolean;
}

/** The figures of a part of the benchmark. */
export interface Measured {
  readonly figures: readonly Figure[];
  /** Sentences about how it was measured, such as counts. */
  readonly notes: readonly string[];
}

/** Whether a figure has a limit that it does not keep. */
export function isMissed({ value, limit, isLeast = false }: Figure): boolean {
  if (limit === null) return false;
  return !(isLeast ? value >= limit : value <= limit);
}

/** A figure without a limit. */
export function compared(what: string, value: number, unit = 'ms'): Figure {
  return { what, value, unit, limit: null };
}

/** A figure with a limit that it must not exceed. */
export function atMost(what: string, value: number, limit: number, unit = 'ms'): Figure {
  return { what, value, unit, limit };
}

/** A figure with a limit that it must reach. */
export function atLeast(what: string, value: number, limit: number, unit: string): Figure {
  return { what, value, unit, limit, isLeast: true };
}

/** How late the process of the clients was, which is part of the times that they measure. */
export function ownLateness(ms: number): Figure {
  return compared("  of which the clients' own process, p99", ms);
}

/** Formats the figures of a part as lines. */
export function describeFigures({ figures, notes }: Measured): readonly string[] {
  const lines = figures.map((figure) => {
    const { what, value, unit, limit, isLeast = false } = figure;
    const start = `  ${what.padEnd(56)} ${number(value).padStart(8)} ${unit}`;
    if (limit === null) return start;
    const bound = `${isLeast ? 'at least' : 'at most'} ${number(limit)}`;
    return `${start}, ${bound}: ${isMissed(figure) ? 'MISSED' : 'met'}`;
  });
  return [...lines, ...notes.map((note) => `  ${note}`)];
}

function number(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}
