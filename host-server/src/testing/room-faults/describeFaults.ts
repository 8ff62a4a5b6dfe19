import type { FaultReport } from './runRoomFaults.ts';

const COLUMNS = ['rounds', 'sent', 'acknowledged', 'broadcast', 'stored', 'slowest', 'violations'];
const WIDTH = 13;

/** Formats the counts of a run as a table, with the first violations. */
export function describeFaults(reports: readonly FaultReport[]): string {
  const row = (name: string, cells: readonly string[]): string =>
    [name.padEnd(10), ...cells.map((cell) => cell.padStart(WIDTH))].join('');
  const lines = [row('', COLUMNS)];
  for (const { kind, rounds, counts, slowestMs, violations } of reports)
    lines.push(
      rounds === 0
        ? `${kind.padEnd(10)}   cannot be tried here: mounting a small disk needs root`
        : row(kind, [
            String(rounds),
            String(counts.sent),
            String(counts.acknowledged),
            String(counts.broadcast),
            String(counts.stored),
            `${slowestMs.toFixed(0)} ms`,
            String(violations.length),
          ]),
    );
  for (const { kind, violations } of reports)
    for (const violation of violations.slice(0, 10)) lines.push(`${kind}: ${violation}`);
  return lines.join('\n');
}
