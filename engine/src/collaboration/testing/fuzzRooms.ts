import fc from 'fast-check';
import type { RoomRole } from '../protocol/codes.ts';
import { type EditorStep, editorStep, runStep } from './editorSteps.ts';
import { findViolation, onlyOneHolder } from './invariants.ts';
import { type Faults, Simulation } from './Simulation.ts';

/** One command of a fuzz run. */
class Command implements fc.AsyncCommand<object, Simulation> {
  readonly name: string;
  private readonly act: (simulation: Simulation) => void;

  constructor(name: string, act: (simulation: Simulation) => void) {
    this.name = name;
    this.act = act;
  }

  check(): boolean {
    return true;
  }

  run(_: object, simulation: Simulation): Promise<void> {
    this.act(simulation);
    const problem = onlyOneHolder(simulation) ?? simulation.recorder.violations[0];
    if (problem) throw new Error(problem);
    return Promise.resolve();
  }

  toString(): string {
    return this.name;
  }
}

const clientIndex = fc.nat(7);
const clientAt = (simulation: Simulation, index: number) => {
  const client = simulation.clients[index % simulation.clients.length];
  if (!client) throw new Error('there are no clients');
  return client;
};
const command = (name: string, act: (simulation: Simulation) => void): Command =>
  new Command(name, act);
const LOCKABLE = ['a', 'b', 't'];

const edit = (index: number, step: EditorStep): Command =>
  command(`${String(index)}: ${step.name}`, (simulation) =>
    runStep(clientAt(simulation, index).editor, step),
  );

const commands: fc.Arbitrary<Command>[] = [];
const add = (weight: number, arbitrary: fc.Arbitrary<Command>): void => {
  for (let each = 0; each < weight; each++) commands.push(arbitrary);
};
add(
  24,
  fc.tuple(clientIndex, editorStep).map(([index, step]) => edit(index, step)),
);
add(
  3,
  clientIndex.map((index) =>
    command(`${String(index)}: undo`, (simulation) => clientAt(simulation, index).editor.undo()),
  ),
);
add(
  2,
  clientIndex.map((index) =>
    command(`${String(index)}: redo`, (simulation) => clientAt(simulation, index).editor.redo()),
  ),
);
add(
  2,
  clientIndex.map((index) =>
    command(`${String(index)}: begin`, (simulation) => clientAt(simulation, index).editor.begin()),
  ),
);
add(
  2,
  clientIndex.map((index) =>
    command(`${String(index)}: commit`, (simulation) =>
      clientAt(simulation, index).editor.commit(),
    ),
  ),
);
add(
  3,
  fc
    .tuple(clientIndex, fc.constantFrom(...LOCKABLE))
    .map(([index, uuid]) =>
      command(`${String(index)}: lock ${uuid}`, (simulation) =>
        clientAt(simulation, index).client.acquireLocks([uuid]),
      ),
    ),
);
add(
  1,
  fc
    .tuple(clientIndex, fc.constantFrom(...LOCKABLE))
    .map(([index, uuid]) =>
      command(`${String(index)}: unlock ${uuid}`, (simulation) =>
        clientAt(simulation, index).client.releaseLocks([uuid]),
      ),
    ),
);
add(
  1,
  clientIndex.map((index) =>
    command(`${String(index)}: points`, (simulation) =>
      clientAt(simulation, index).client.sendCursor({ x: index, y: 1 }),
    ),
  ),
);
add(
  2,
  clientIndex.map((index) =>
    command(`${String(index)}: starts typing`, (simulation) =>
      clientAt(simulation, index).editor.startTextEditing('t'),
    ),
  ),
);
add(
  3,
  fc
    .tuple(clientIndex, fc.constantFrom('', 'Oh', 'My words'))
    .map(([index, text]) =>
      command(`${String(index)}: types ${text}`, (simulation) =>
        clientAt(simulation, index).editor.setEditedText(text),
      ),
    ),
);
add(
  2,
  clientIndex.map((index) =>
    command(`${String(index)}: stops typing`, (simulation) =>
      clientAt(simulation, index).editor.stopTextEditing(),
    ),
  ),
);
add(
  1,
  clientIndex.map((index) =>
    command(`${String(index)}: publishes`, (simulation) =>
      simulation.publish(clientAt(simulation, index)),
    ),
  ),
);
add(
  8,
  fc
    .constantFrom(5, 30, 300, 1000, 5000, 6000)
    .map((ms) => command(`${String(ms)} ms`, (simulation) => simulation.clock.advance(ms))),
);
add(
  2,
  clientIndex.map((index) =>
    command(`${String(index)} disconnects`, (simulation) =>
      simulation.disconnect(clientAt(simulation, index)),
    ),
  ),
);
add(
  1,
  clientIndex.map((index) =>
    command(`${String(index)} crashes`, (simulation) =>
      simulation.crashClient(clientAt(simulation, index)),
    ),
  ),
);
add(1, fc.constant(command('the server crashes', (simulation) => simulation.crashServer())));
add(1, fc.constant(command('another server starts', (simulation) => simulation.startServer())));
add(1, fc.constant(command('the server stops', (simulation) => simulation.stopServer())));
add(2, fc.constant(command('the servers resume', (simulation) => simulation.resumeServers())));

/** A role change after a fraction of the run (`after` / 1000); null restores the initial role. */
const roleChange = fc.record({
  after: fc.nat(999),
  clientIndex: fc.nat(6),
  role: fc.constantFrom('viewer' as const, 'sampler' as const, null),
});

/** A copy of a tab, or a theft of a client id, after a fraction of the run (`after` / 1000). */
const takeover = fc.record({
  after: fc.nat(999),
  clientIndex,
  otherIndex: clientIndex,
  isCopy: fc.boolean(),
});

type Takeover = typeof takeover extends fc.Arbitrary<infer Each> ? Each : never;

/** Whether clients get the ids of others in a run. */
function hasTakeovers(seed: number): boolean {
  return seed % 4 === 2;
}

/** Options of a fuzz run. */
export interface FuzzOptions {
  /** The number of commands. */
  readonly commandCount: number;
  /** Whether roles do not change. */
  readonly hasSteadyRoles?: boolean;
  readonly faults?: Faults;
  /** Receives the number of stored ops. */
  readonly onStored?: (ops: number) => void;
}

function rolesOf(clients: number, seed: number): RoomRole[] {
  return Array.from({ length: clients }, (_, index): RoomRole => {
    if (index > 1 && index === clients - 1 && seed % 3 === 0)
      return seed % 2 === 0 ? 'viewer' : 'sampler';
    return index % 2 === 0 ? 'owner' : 'editor';
  });
}

/** Whether roles change in a run. In few runs, because rejected ops test little else. */
function hasRoleChanges(seed: number): boolean {
  return seed % 5 === 1;
}

/** Inserts role changes into commands. The first client stays the owner. */
function withRoles(
  commands: Iterable<fc.AsyncCommand<object, Simulation>>,
  changes: readonly (typeof roleChange extends fc.Arbitrary<infer Each> ? Each : never)[],
): fc.AsyncCommand<object, Simulation>[] {
  const all = [...commands];
  for (const { after, clientIndex: index, role } of changes)
    all.splice(
      Math.floor((after / 1000) * all.length),
      0,
      command(`${String(1 + index)} becomes ${role ?? 'initial role'}`, (simulation) =>
        simulation.changeRole(
          clientAt(simulation, 1 + (index % (simulation.clients.length - 1))),
          role,
        ),
      ),
    );
  return all;
}

/** Inserts takeovers into commands. */
function withTakeovers(
  commands: readonly fc.AsyncCommand<object, Simulation>[],
  takeovers: readonly Takeover[],
): fc.AsyncCommand<object, Simulation>[] {
  const all = [...commands];
  for (const { after, clientIndex: index, otherIndex, isCopy } of takeovers)
    all.splice(
      Math.floor((after / 1000) * all.length),
      0,
      isCopy
        ? command(`${String(index)} is copied`, (simulation) =>
            simulation.copyClient(clientAt(simulation, index)),
          )
        : command(`${String(index)} takes the id of ${String(otherIndex)}`, (simulation) =>
            simulation.stealId(clientAt(simulation, index), clientAt(simulation, otherIndex)),
          ),
    );
  return all;
}

/** Usually low, so that many commands affect each client. */
const clientCount = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 2, max: 4 }) },
  { weight: 1, arbitrary: fc.integer({ min: 5, max: 8 }) },
);

/** The property that fuzz runs check. */
function roomProperty({
  commandCount,
  hasSteadyRoles = false,
  faults = {},
  onStored,
}: FuzzOptions) {
  return fc.asyncProperty(
    fc.scheduler(),
    clientCount,
    fc.nat(),
    fc.boolean(),
    fc.array(fc.oneof(...commands), {
      minLength: commandCount,
      maxLength: commandCount,
      size: 'max',
    }),
    // Last, so that a seed gives the same commands with steady roles.
    fc.array(roleChange, { maxLength: 8 }),
    fc.array(takeover, { maxLength: 8 }),
    async (scheduler, clients, seed, losesUnstored, commands, roleChanges, takeovers) => {
      const hop = (label: string): Promise<unknown> => scheduler.schedule(Promise.resolve(), label);
      const isOldPage = seed % 4 === 3;
      const roles = rolesOf(clients, seed);
      const simulation = new Simulation({
        clients,
        seed,
        hop,
        losesUnstored,
        isOldPage,
        roles,
        faults,
      });
      const changes = hasSteadyRoles || !hasRoleChanges(seed) ? [] : roleChanges;
      const all = withTakeovers(withRoles(commands, changes), hasTakeovers(seed) ? takeovers : []);
      await fc.scheduledModelRun(scheduler, () => ({ model: {}, real: simulation }), all);
      const isSettled = await simulation.settle(() => scheduler.waitIdle());
      onStored?.(simulation.log.entries.length);
      const problem =
        (await runUntil(scheduler, findViolation(simulation))) ?? onlyOneHolder(simulation);
      if (problem) throw new Error(problem);
      if (!isSettled) throw new Error('I5: the clients did not settle');
    },
  );
}

/** Keeps the scheduler running until a promise settles. */
async function runUntil<Value>(scheduler: fc.Scheduler, work: Promise<Value>): Promise<Value> {
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  const isPending = (): boolean => !isDone;
  for (let round = 0; round < 100 && isPending(); round++) await scheduler.waitIdle();
  return end;
}

/** Runs one seed. Returns null if all invariants hold; else the violation and how to rerun it. */
export async function fuzzSeed(seed: number, options: FuzzOptions): Promise<string | null> {
  const details = await fc.check(roomProperty(options), { seed, numRuns: 1, endOnFailure: true });
  if (!details.failed) return null;
  const { errorInstance, counterexample } = details;
  const cause = errorInstance instanceof Error ? errorInstance : new Error(String(errorInstance));
  const executed = counterexample
    ? withTakeovers(
        withRoles(
          counterexample[4],
          options.hasSteadyRoles || !hasRoleChanges(counterexample[2]) ? [] : counterexample[5],
        ),
        hasTakeovers(counterexample[2]) ? counterexample[6] : [],
      )
    : [];
  return [
    `seed ${String(seed)}: ${cause.message}`,
    `rerun: npm run fuzz -w engine -- --seed ${String(seed)} --commands ${String(options.commandCount)}${options.hasSteadyRoles ? ' --steady-roles' : ''}`,
    `commands: ${executed.map(String).join(', ')}`,
    cause.message.startsWith('I') ? '' : (cause.stack ?? ''),
  ].join('\n');
}
