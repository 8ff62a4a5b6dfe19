/** How a benchmark of rooms runs. */
export interface BenchOptions {
  /** Whether it only runs for a few seconds. */
  readonly isShort: boolean;
  /** How long the sustained load lasts. */
  readonly minutes: number;
  /** Receives lines of progress. */
  readonly log: (line: string) => void;
}
