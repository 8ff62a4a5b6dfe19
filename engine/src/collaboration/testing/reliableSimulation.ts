import { ROOM_LIMITS } from '../protocol/limits.ts';
import { Simulation, type SimulationOptions } from './Simulation.ts';

/**
 * A simulation in which nothing goes wrong, unless the options say otherwise: each message arrives,
 * once, in the order of sending.
 */
export async function reliableSimulation(
  clients: number,
  options: Partial<SimulationOptions> = {},
): Promise<{ simulation: Simulation; settle: () => Promise<void> }> {
  const hop = (): Promise<void> => Promise.resolve();
  const simulation = new Simulation({
    clients,
    seed: 1,
    hop,
    isReliable: true,
    maxTombstones: ROOM_LIMITS.maxTombstones,
    ...options,
  });
  const settle = async (): Promise<void> => {
    if (!(await simulation.settle(flushPromises))) throw new Error('the simulation did not settle');
  };
  await settle();
  return { simulation, settle };
}

/** Waits until all promises that can settle without the clock have settled. */
export async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setImmediate(resolve));
}
