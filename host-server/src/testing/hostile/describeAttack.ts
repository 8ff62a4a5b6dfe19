import type { HonestResult } from './honestCalls.ts';
import type { AttackReport } from './runUnderAttack.ts';

/** What must hold while the server is attacked. */
export const LIMITS = { visitorsP99Ms: 100, busyMs: 50, memoryMb: 700, honestRatio: 1 };

const MB = 1024 * 1024;

/** A report as text, and whether everything was within its limits. */
export function describeAttack(report: AttackReport): {
  readonly text: string;
  readonly isWithin: boolean;
} {
  const { visits, loop, memory, honest } = report;
  const calls = Object.values(honest);
  const honestCount = sum(calls.map(({ latencies }) => latencies.count));
  const failures = sum(calls.map((each) => each.failures.length));
  const served = visits.count - sum([...report.failedVisits.values()]);
  const limits = [
    limit('visitors, p99', visits.percentile(0.99), LIMITS.visitorsP99Ms, 'ms'),
    limit('event loop, longest turn', loop.busy.percentile(1), LIMITS.busyMs, 'ms'),
    limit('memory, peak', memory.total / MB, LIMITS.memoryMb, 'MB'),
    atLeast('visits that got their page', served / Math.max(1, visits.count), 1),
    atLeast(
      'honest calls that succeeded',
      1 - failures / Math.max(1, honestCount),
      LIMITS.honestRatio,
    ),
  ];
  const isWithin = report.isAlive && limits.every((each) => each.isWithin);
  const lines = [
    'Limits',
    ...limits.map(({ line }) => `  ${line}`),
    ...(report.isAlive ? [] : ['  The server is no longer healthy: MISSED']),
    '',
    `Visitors: ${String(visits.count)} visits, ${percentiles(report.visits)}`,
    `  sent at most ${ms(report.visitorLagMs)} late, which is not counted`,
    ...[...report.failedVisits].map(
      ([status, count]) =>
        `  ${status === 0 ? 'connections lost' : String(status)}: ${String(count)}`,
    ),
    '',
    `Event loop: a turn computes for at most ${ms(loop.busy.percentile(1))}, p99 ${ms(loop.busy.percentile(0.99))}`,
    `  delayed by at most ${ms(loop.maxBlockedMs)}, or ${ms(loop.maxLateMs)} with waits for a processor`,
    `Memory: ${mb(memory.total)} at the peak: ${mb(memory.own)} in the server with its threads`,
    ...memory.started.map(({ program, bytes }) => `  ${mb(bytes).padStart(8)} in ${program}`),
    '  resident, shared pages count once; without Postgres',
    '',
    'Every five seconds: visits, p50, p99, max; longest turn; memory',
    ...report.periods.map(({ seconds, visits: each, busyMs, memory: { total } }) =>
      [
        `  ${String(seconds).padStart(4)} s`,
        String(each.count).padStart(6),
        ...[0.5, 0.99, 1].map((share) => ms(each.percentile(share)).padStart(9)),
        ms(busyMs).padStart(9),
        mb(total).padStart(8),
      ].join(' '),
    ),
    '',
    'Honest calls: succeeded, p50, max',
    ...Object.entries(honest).flatMap(([kind, result]) => describeHonest(kind, result)),
    '',
    'Attacks: requests by outcome',
    ...Object.entries(report.attacks).map(([name, outcomes]) => {
      const list = Object.entries(outcomes).sort(([, a], [, b]) => b - a);
      const parts = list.map(([outcome, count]) => `${outcome} ${String(count)}`);
      return `  ${name}: ${parts.join(', ') || 'none finished'}`;
    }),
  ];
  return { text: lines.join('\n'), isWithin };
}

interface Limit {
  readonly line: string;
  readonly isWithin: boolean;
}

function limit(name: string, value: number, max: number, unit: string): Limit {
  const isWithin = value <= max;
  const ratio = (value / max).toFixed(2);
  return {
    isWithin,
    line: `${name.padEnd(30)} ${value.toFixed(0).padStart(6)} ${unit}, at most ${String(max)}: ${ratio} ${verdict(isWithin)}`,
  };
}

function atLeast(name: string, share: number, least: number): Limit {
  const isWithin = share >= least;
  const percent = (share * 100).toFixed(2);
  return {
    isWithin,
    line: `${name.padEnd(30)} ${percent.padStart(6)} %, at least ${String(least * 100)}: ${(share / least).toFixed(4)} ${verdict(isWithin)}`,
  };
}

function describeHonest(kind: string, { latencies, failures }: HonestResult): readonly string[] {
  const done = latencies.count - failures.length;
  const reasons = new Map<string, number>();
  for (const reason of failures) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return [
    `  ${kind.padEnd(16)} ${String(done)} of ${String(latencies.count)}, ${ms(latencies.percentile(0.5))}, ${ms(latencies.percentile(1))}`,
    ...[...reasons].map(([reason, count]) => `    ${String(count)} x ${reason}`),
  ];
}

function percentiles(all: { percentile(share: number): number }): string {
  const names = { p50: 0.5, p95: 0.95, p99: 0.99, max: 1 };
  const parts = Object.entries(names).map(
    ([name, share]) => `${name} ${ms(all.percentile(share))}`,
  );
  return parts.join(', ');
}

const verdict = (isWithin: boolean): string => (isWithin ? 'met' : 'MISSED');
const sum = (list: readonly number[]): number => list.reduce((total, each) => total + each, 0);
const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const mb = (bytes: number): string => `${(bytes / MB).toFixed(0)} MB`;
