import fc from 'fast-check';
import type { RoomRole } from '../protocol/codes.ts';
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
  2,
  who.map((place) =>
    happening(`${String(place)}: starts typing`, (world) =>
      at(world, place).editor.startTextEditing('t'),
    ),
  ),
);
add(
  3,
  fc
    .tuple(who, fc.constantFrom('', 'Oh', 'My words'))
    .map(([place, words]) =>
      happening(`${String(place)}: types ${words}`, (world) =>
        at(world, place).editor.setEditedText(words),
      ),
    ),
);
add(
  2,
  who.map((place) =>
    happening(`${String(place)}: stops typing`, (world) =>
      at(world, place).editor.stopTextEditing(),
    ),
  ),
);
add(
  1,
  who.map((place) =>
    happening(`${String(place)}: publishes`, (world) => world.publish(at(world, place))),
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

/** Somebody may only look on, or again what they could at first; when, as a part of the run. */
const roleChange = fc.record({
  after: fc.nat(999),
  who: fc.nat(6),
  role: fc.constantFrom('viewer' as const, 'sampler' as const, null),
});

/** How long a run is, and what is broken on purpose. */
export interface FuzzOptions {
  /** How many things happen. */
  readonly maxCommands: number;
  /** Whether all may do to the end what they could at first. */
  readonly hasSteadyRoles?: boolean;
  readonly flaws?: Flaws;
  /** Told how many ops were stored in the end. */
  readonly onStored?: (ops: number) => void;
}

/** An owner, some who edit, and in some worlds one at the end who only looks on. */
function rolesOf(clients: number, seed: number): RoomRole[] {
  return Array.from({ length: clients }, (_, place): RoomRole => {
    if (place > 1 && place === clients - 1 && seed % 3 === 0)
      return seed % 2 === 0 ? 'viewer' : 'sampler';
    return place % 2 === 0 ? 'owner' : 'editor';
  });
}

/** Whether roles change in a world; where they do, much is refused that would show something else. */
function isRestless(seed: number): boolean {
  return seed % 5 === 1;
}

/** What happens, with changes of roles between; the first client stays the owner. */
function withRoles(
  commands: Iterable<fc.AsyncCommand<object, World>>,
  changes: readonly (typeof roleChange extends fc.Arbitrary<infer Each> ? Each : never)[],
): fc.AsyncCommand<object, World>[] {
  const all = [...commands];
  for (const { after, who: whom, role } of changes)
    all.splice(
      Math.floor((after / 1000) * all.length),
      0,
      happening(`${String(1 + whom)} may ${role ?? 'edit'}`, (world) =>
        world.changeRole(at(world, 1 + (whom % (world.clients.length - 1))), role),
      ),
    );
  return all;
}

/** Mostly few, among whom much happens to each; crowds cost more than they show. */
const clientCount = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 2, max: 4 }) },
  { weight: 1, arbitrary: fc.integer({ min: 5, max: 8 }) },
);

/** What is to hold for any course of events. */
function roomLaw({ maxCommands, hasSteadyRoles = false, flaws = {}, onStored }: FuzzOptions) {
  return fc.asyncProperty(
    fc.scheduler(),
    clientCount,
    fc.nat(),
    fc.boolean(),
    fc.array(fc.oneof(...happenings), {
      minLength: maxCommands,
      maxLength: maxCommands,
      size: 'max',
    }),
    // Comes last, so that a seed means the same course of events with steady roles.
    fc.array(roleChange, { maxLength: 8 }),
    async (scheduler, clients, seed, losesUnstored, commands, roleChanges) => {
      const hop = (label: string): Promise<unknown> => scheduler.schedule(Promise.resolve(), label);
      const isOldPage = seed % 4 === 3;
      const roles = rolesOf(clients, seed);
      const world = new World({ clients, seed, hop, losesUnstored, isOldPage, roles, flaws });
      const changes = hasSteadyRoles || !isRestless(seed) ? [] : roleChanges;
      const all = withRoles(commands, changes);
      await fc.scheduledModelRun(scheduler, () => ({ model: {}, real: world }), all);
      const isAtRest = await world.settle(() => scheduler.waitIdle());
      onStored?.(world.log.entries.length);
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
  const happened = counterexample
    ? withRoles(
        counterexample[4],
        options.hasSteadyRoles || !isRestless(counterexample[2]) ? [] : counterexample[5],
      )
    : [];
  return [
    `seed ${String(seed)}: ${cause.message}`,
    `again: npm run fuzz -w engine -- --seed ${String(seed)} --commands ${String(options.maxCommands)}${options.hasSteadyRoles ? ' --steady-roles' : ''}`,
    `what happened: ${happened.map(String).join(', ')}`,
    cause.message.startsWith('I') ? '' : (cause.stack ?? ''),
  ].join('\n');
}
