import { type VisitedSites, Visitors } from './Visitors.ts';

/** What the visitors' process is told to do. */
export type VisitorsOrder =
  | { readonly kind: 'start'; readonly sites: VisitedSites; readonly perSecond: number }
  /** Answered with {@link VisitsReport}. */
  | { readonly kind: 'report' };

/** What visitors have noticed. */
export interface VisitsReport {
  /** Since the last report, ms each. */
  readonly latencies: readonly number[];
  /** Since the start: responses other than 200, by status. */
  readonly failures: readonly (readonly [status: number, count: number])[];
  /** Since the start, see {@link Visitors.maxLagMs}. */
  readonly maxLagMs: number;
}

/**
 * A separate process, so that neither honest calls nor measuring memory (which takes 30 ms of a busy
 * processor each time) delay visits or what is measured of them.
 */
let visitors: Visitors | null = null;
process.on('message', (order: VisitorsOrder) => {
  if (order.kind === 'start') {
    visitors = new Visitors(order.sites);
    visitors.start(order.perSecond);
  } else if (visitors !== null) {
    process.send?.({
      latencies: visitors.latencies.take(),
      failures: [...visitors.failures],
      maxLagMs: visitors.maxLagMs,
    } satisfies VisitsReport);
  }
});
// Without its parent, nobody would end it.
process.once('disconnect', () => process.exit());
process.send?.('ready');
