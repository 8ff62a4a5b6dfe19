import { RoomStage } from '../room-load/RoomStage.ts';
import type { BenchOptions } from './BenchOptions.ts';
import { describeFigures, type Figure, isMissed, type Measured } from './figures.ts';
import {
  measureJoining,
  measureLostNetworks,
  measureReconnecting,
  measureSlowJoining,
  measureStalledReader,
  measureViewers,
} from './measureConnections.ts';
import {
  measureAcknowledgements,
  measureDeliveries,
  measureOneRoom,
  measureSustainedLoad,
} from './measureLoad.ts';

/** The parts of the benchmark, by their names. Each has a server of its own. */
export const MEASUREMENTS = {
  acknowledgements: measureAcknowledgements,
  deliveries: measureDeliveries,
  'one-room': measureOneRoom,
  viewers: measureViewers,
  joining: measureJoining,
  'slow-joining': measureSlowJoining,
  reconnecting: measureReconnecting,
  stalled: measureStalledReader,
  'lost-networks': measureLostNetworks,
  sustained: measureSustainedLoad,
} as const satisfies Record<string, (stage: RoomStage, options: BenchOptions) => Promise<Measured>>;
export type MeasurementName = keyof typeof MEASUREMENTS;

/** What a run has shown. */
export interface BenchResult {
  readonly figures: readonly Figure[];
  /** What is wrong besides missed limits, such as clients that had another page than the server. */
  readonly failures: readonly string[];
}

/**
 * Measures live rooms with a real server, and prints each figure. Every measurement checks that all
 * clients have the server's page in the end.
 */
export async function runRoomBench(
  options: BenchOptions & {
    readonly only: readonly MeasurementName[];
    readonly builtMain: string | null;
  },
): Promise<BenchResult> {
  const { only, builtMain, log } = options;
  const figures: Figure[] = [];
  const failures: string[] = [];
  for (const name of only) {
    log(`\n${name}`);
    const stage = await RoomStage.create({ builtMain });
    try {
      const measured = await MEASUREMENTS[name](stage, options);
      for (const line of describeFigures(measured)) log(line);
      figures.push(...measured.figures);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      failures.push(`${name}: ${message}`);
      log(`  FAILED: ${message}`);
    } finally {
      await stage.close();
    }
  }
  return { figures, failures };
}

/** Whether nothing failed and all limits are kept. */
export function isWithinLimits({ figures, failures }: BenchResult): boolean {
  return failures.length === 0 && !figures.some(isMissed);
}
