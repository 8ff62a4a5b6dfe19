import fc from 'fast-check';
import { type EditorStep, editorStep, runStep } from './editorSteps.ts';
import { findViolation, onlyOneHolder } from './invariants.ts';
import { type Flaws, World } from './World.ts';

/** What can happen in a world. */
class Happening implements fc.AsyncCommand<object, World> {
  readonly name: string;
  private readonly act: (world: World) => void;

  constructor(name: string, act: (world: World) => void) {
    this.name = name;
    this.act = act;
  }

  check(): boolean {
    return true;
  }

  run(_: object, world: World): Promise<void> {
    this.act(world);
    const problem = onlyOneHolder(world) ?? world.witness.violations[0];
    if (problem) throw new Error(problem);
    return Promise.resolve();
  }

  toString(): string {
    return this.name;
  }
}

type Maker = (who: number) => Happening;

const who = fc.nat(7);
const at = (world: World, place: number) => {
  const client = world.clients[place % world.clients.length];
  if (!client) throw new Error('a world has clients');
  return client;
};
const happening = (name: string, act: (world: World) => void): Happening =>
  new Happening(name, act);
const LOCKABLE = ['a', 'b', 't'];

const edit =
  (step: EditorStep): Maker =>
  (place) =>
    happening(`${String(place)}: ${step.name}`, (world) => runStep(at(world, place).editor, step));

const happenings: fc.Arbitrary<Happening>[] = [];
const add = (weight: number, arbitrary: fc.Arbitrary<Happening>): void => {
  for (let each = 0; each < weight; each++) happenings.push(arbitrary);
};
add(
  24,
  fc.tuple(who, editorStep).map(([place, step]) => edit(step)(place)),
);
add(
  3,
  who.map((place) =>
    happening(`${String(place)}: undo`, (world) => at(world, place).editor.undo()),
  ),
);
add(
  2,
  who.map((place) =>
    happening(`${String(place)}: redo`, (world) => at(world, place).editor.redo()),
  ),
);
add(
  2,
  who.map((place) =>
    happening(`${String(place)}: begin`, (world) => at(world, place).editor.begin()),
  ),
);
add(
  2,
  who.map((place) =>
    happening(`${String(place)}: commit`, (world) => at(world, place).editor.commit()),
  ),
);
add(
  3,
  fc
    .tuple(who, fc.constantFrom(...LOCKABLE))
    .map(([place, uuid]) =>
      happening(`${String(place)}: lock ${uuid}`, (world) =>
        at(world, place).client.acquireLocks([uuid]),
      ),
    ),
);
add(
  1,
  fc
    .tuple(who, fc.constantFrom(...LOCKABLE))
    .map(([place, uuid]) =>
      happening(`${String(place)}: unlock ${uuid}`, (world) =>
        at(world, place).client.releaseLocks([uuid]),
      ),
    ),
);
add(
  1,
  who.map((place) =>
    happening(`${String(place)}: point`, (world) =>
      at(world, place).client.sendCursor({ x: place, y: 1 }),
    ),
  ),
);
add(
  8,
  fc
    .constantFrom(5, 30, 300, 1000, 5000, 6000)
    .map((ms) => happening(`${String(ms)} ms`, (world) => world.clock.advance(ms))),
);
add(
  2,
  who.map((place) =>
    happening(`${String(place)} breaks off`, (world) => world.breakOff(at(world, place))),
  ),
);
add(
  1,
  who.map((place) =>
    happening(`${String(place)} crashes`, (world) => world.crashClient(at(world, place))),
  ),
);
add(1, fc.constant(happening('the server crashes', (world) => world.crashServer())));
add(1, fc.constant(happening('another server', (world) => world.startServer())));
add(1, fc.constant(happening('the server stops', (world) => world.stopServer())));
add(2, fc.constant(happening('the servers go on', (world) => world.resumeServers())));

/** How long a run is, and what is broken on purpose. */
export interface FuzzOptions {
  readonly maxCommands: number;
  readonly flaws?: Flaws;
}

/** What is to hold for any course of events. */
function roomLaw({ maxCommands, flaws = {} }: FuzzOptions) {
  return fc.asyncProperty(
    fc.scheduler(),
    fc.integer({ min: 2, max: 8 }),
    fc.nat(),
    fc.boolean(),
    fc.commands(happenings, { maxCommands, size: 'max' }),
    async (scheduler, clients, seed, losesUnstored, commands) => {
      const hop = (label: string): Promise<unknown> => scheduler.schedule(Promise.resolve(), label);
      const isOldPage = seed % 4 === 3;
      const world = new World({ clients, seed, hop, losesUnstored, isOldPage, flaws });
      await fc.scheduledModelRun(scheduler, () => ({ model: {}, real: world }), commands);
      const isAtRest = await world.settle(() => scheduler.waitIdle());
      const problem = (await checkWhile(scheduler, findViolation(world))) ?? onlyOneHolder(world);
      if (problem) throw new Error(problem);
      if (!isAtRest) throw new Error('I5: the clients did not come into step');
    },
  );
}

/** Keeps the scheduler going while something is waited for. */
async function checkWhile<Value>(scheduler: fc.Scheduler, work: Promise<Value>): Promise<Value> {
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  const goOn = (): boolean => !isDone;
  for (let round = 0; round < 100 && goOn(); round++) await scheduler.waitIdle();
  return end;
}

/**
 * Runs one course of events, by its seed. Null when all held; else what did not, with the way to
 * run it again.
 */
export async function fuzzSeed(seed: number, options: FuzzOptions): Promise<string | null> {
  const details = await fc.check(roomLaw(options), { seed, numRuns: 1, endOnFailure: true });
  if (!details.failed) return null;
  const { errorInstance, counterexample } = details;
  const cause = errorInstance instanceof Error ? errorInstance : new Error(String(errorInstance));
  const commands = counterexample ? [...counterexample[4]].map(String).join(', ') : '';
  return [
    `seed ${String(seed)}: ${cause.message}`,
    `again: npm run fuzz -w engine -- --seed ${String(seed)} --commands ${String(options.maxCommands)}`,
    `what happened: ${commands}`,
    cause.message.startsWith('I') ? '' : (cause.stack ?? ''),
  ].join('\n');
}
