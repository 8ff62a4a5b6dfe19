import { World, type WorldOptions } from './World.ts';

/** A world in which nothing goes wrong: each message arrives, once, in the order of sending. */
export async function calmWorld(
  clients: number,
  options: Partial<WorldOptions> = {},
): Promise<{ world: World; settle: () => Promise<void> }> {
  const hop = (): Promise<void> => Promise.resolve();
  const world = new World({ clients, seed: 1, hop, isCalm: true, ...options });
  const settle = async (): Promise<void> => {
    if (!(await world.settle(rest))) throw new Error('the world did not come to rest');
  };
  await settle();
  return { world, settle };
}

/** Lets all that follows at once happen. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setImmediate(resolve));
}
