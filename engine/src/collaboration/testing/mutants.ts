import { ok } from '../../model/Result.ts';
import type { Block } from '../../model/Block.ts';
import { placementOf } from '../../model/blockEdit.ts';
import { type Change, EMPTY_CHANGE } from '../../model/Change.ts';
import { SharedPage } from '../client/SharedPage.ts';
import { resolveIntents } from '../merge/resolveIntents.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import { applyEntries } from '../page/pagePatch.ts';
import type { Intent } from '../protocol/intents.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { ConnectedClient } from '../room/ConnectedClient.ts';
import { LockTable } from '../room/LockTable.ts';
import { type AddedOps, OpQueue } from '../room/OpQueue.ts';
import { restorePage } from '../room/restorePage.ts';
import type { RoomParts } from '../room/RoomParts.ts';
import type { Faults } from './Simulation.ts';

/** Applies an op each time it arrives. */
class NoDeduplication extends OpQueue {
  override isDuplicate(): boolean {
    return false;
  }
}

/** Ignores that a role has changed. */
class IgnoresRoleChange extends OpQueue {
  override changeRole(): boolean {
    return false;
  }
}

/** Drops, without a response, ops that a role does not permit. */
class DropsSilently extends OpQueue {
  override add(client: ConnectedClient, message: AddedOps): boolean {
    return client.mayWrite && super.add(client, message);
  }
}

/** Gives a lock to another client after a lease of one second. */
class ShortLeases extends LockTable {
  private readonly grantedMs = new Map<string, number>();
  private readonly now: () => number;

  constructor(...args: ConstructorParameters<typeof LockTable>) {
    super(...args);
    this.now = args[0].now;
  }

  override acquire(...args: Parameters<LockTable['acquire']>): void {
    const [client, { thingUuids }] = args;
    for (const uuid of thingUuids) {
      const lock = this.lockOn(uuid);
      const isOld = this.now() - (this.grantedMs.get(uuid) ?? this.now()) > 1000;
      if (lock && lock.clientId !== client.clientId && isOld) this.leases.delete(uuid);
      if (!this.lockOn(uuid)) this.grantedMs.set(uuid, this.now());
    }
    super.acquire(...args);
  }
}

/** Grants locks that a client of the previous owner may still hold. */
class NoRecovery extends LockTable {
  override start(ownerEpoch: number): void {
    super.start(ownerEpoch, 0);
  }
}

/** Neither reapplies pending ops after incoming entries, nor reports the change to the editor. */
class NoRebase extends SharedPage {
  protected override applyBelow(shown: PageRecords, entries: readonly StreamEntry[]): Change {
    this.apply(shown, entries);
    return EMPTY_CHANGE;
  }
}

/** Applies incoming entries on top of pending ops. */
class OnTop extends SharedPage {
  protected override applyBelow(shown: PageRecords, entries: readonly StreamEntry[]): Change {
    shown.begin();
    applyEntries(shown, entries);
    return shown.commit();
  }
}

/** Does not notice missing entries. */
class IgnoresGaps extends SharedPage {
  protected override isGap(): boolean {
    return false;
  }
}

/** Resolves an op without a pause. */
type Resolve = typeof resolveIntents;

/** Faulty rooms pause once for each op. */
function inSteps(resolve: Resolve): RoomParts['resolve'] {
  return function* (...args) {
    yield;
    return resolve(...args);
  };
}

/** Restores a removed block when another client updates it. */
function updateWins(): Resolve {
  const known = new Map<string, Block>();
  return (records, intents, context) => {
    for (const [uuid, block] of records.blocks) known.set(uuid, block);
    records.begin();
    for (const intent of intents as Intent[])
      for (const { uuid } of intent.type === 'update-things' ? intent.updated : []) {
        const block = known.get(uuid);
        if (block && !records.blocks.has(uuid) && records.blocks.has(block.parentUuid ?? ''))
          records.put(block);
      }
    const resolved = resolveIntents(records, intents, context);
    if (!resolved.ok) {
      records.rollBack();
      return resolved;
    }
    return ok({ ...resolved.value, change: records.commit() });
  };
}

/** Takes only x and y of a position, and keeps size, rotation and parent of another writer. */
const splitPositions: Resolve = (records, intents, context) => {
  const split = (intents as Intent[]).map((intent) => {
    if (intent.type !== 'update-things') return intent;
    const updated = intent.updated.map((each) => {
      const block = records.blocks.get(each.uuid);
      if (!each.position || !block) return each;
      const { parentUuid, width, height, rotationDeg } = placementOf(block);
      const kept = { parentUuid, seenParentUuid: parentUuid, width, height, rotationDeg };
      return { ...each, position: { ...each.position, ...kept } };
    });
    return { ...intent, updated };
  });
  return resolveIntents(records, split, context);
};

/** Removes only the named blocks, and not what others have put into them. */
const leavesOrphans: Resolve = (records, intents, context) => {
  const [intent] = intents as Intent[];
  if (intents.length !== 1 || intent?.type !== 'remove-things')
    return resolveIntents(records, intents, context);
  records.begin();
  for (const uuid of intent.removedUuids) records.delete(uuid);
  return ok({ status: 'applied', change: records.commit(), gone: [], code: null });
};

/** Leaves changes to the page's fields out of the stream. */
const omitsFields: Resolve = (records, intents, context) => {
  const resolved = resolveIntents(records, intents, context);
  if (!resolved.ok) return resolved;
  const { page: _, ...change } = resolved.value.change;
  return ok({ ...resolved.value, change });
};

/** Accepts added blocks from before the horizon of remembered removals. */
const ignoresHorizon: Resolve = (records, intents, context) =>
  resolveIntents(records, intents, { ...context, baseSeq: Infinity });

/** Migrates a page without storing the migration. */
const migratesSilently: typeof restorePage = function* (opened, options) {
  return { ...(yield* restorePage(opened, options)), migration: null };
};

/** Starts from the snapshot and ignores the entries after it. */
const ignoresTail: typeof restorePage = function* (opened, options) {
  const restored = yield* restorePage({ ...opened, entries: [] }, options);
  const seq = opened.entries.at(-1)?.seq ?? restored.state.seq;
  return { ...restored, state: { ...restored.state, seq, entries: opened.entries } };
};

/** A deliberate bug, and the invariants that must catch it. */
export interface Mutant {
  readonly faults: Faults;
  readonly caughtBy: RegExp;
  /** A seed whose run reveals it; tried first. */
  readonly revealedBy?: number;
}

/** Deliberate bugs of a room, its log or its client. */
export const MUTANTS: Readonly<Record<string, Mutant>> = {
  'acknowledge before commit': {
    faults: { log: { respondsEarly: true }, waits: 'others' },
    caughtBy: /^I1:/,
  },
  'broadcast before commit': {
    faults: { log: { respondsEarly: true }, waits: 'author' },
    caughtBy: /^I2:/,
  },
  'no deduplication': {
    faults: {
      log: { ignoresDuplicates: true },
      room: { createQueue: () => new NoDeduplication() },
    },
    caughtBy: /^I3:/,
  },
  'no epoch check': { faults: { log: { ignoresEpoch: true } }, caughtBy: /^I[1-4]:/ },
  'no rebase of pending ops': {
    faults: { client: { createSharedPage: (...args) => new NoRebase(...args) } },
    caughtBy: /^I5:/,
  },
  'entries applied on top of pending ops': {
    faults: { client: { createSharedPage: (...args) => new OnTop(...args) } },
    caughtBy: /^I5:/,
  },
  'no gap detection': {
    faults: { client: { createSharedPage: (...args) => new IgnoresGaps(...args) } },
    caughtBy: /^I5:/,
    revealedBy: 8,
  },
  'update wins over delete': {
    faults: { room: { resolve: inSteps(updateWins()) } },
    caughtBy: /^I8:/,
  },
  'horizon of removals ignored': {
    faults: { room: { resolve: inSteps(ignoresHorizon) } },
    caughtBy: /^I8:/,
    revealedBy: 46,
  },
  'migration not stored': {
    faults: { room: { restorePage: migratesSilently } },
    caughtBy: /^I[57]:/,
  },
  'entries after a snapshot ignored': {
    faults: { room: { restorePage: ignoresTail } },
    caughtBy: /^I[1-6]:/,
    revealedBy: 5,
  },
  'position mixed from two writers': {
    faults: { room: { resolve: inSteps(splitPositions) } },
    caughtBy: /^I9:/,
    revealedBy: 2,
  },
  'orphans after a removal': {
    faults: { room: { resolve: inSteps(leavesOrphans) } },
    caughtBy: /^I7:/,
    revealedBy: 22,
  },
  'change missing from the stream': {
    faults: { room: { resolve: inSteps(omitsFields) } },
    caughtBy: /^I[56]:/,
    revealedBy: 9,
  },
  'role change ignored for queued ops': {
    faults: { room: { createQueue: () => new IgnoresRoleChange() } },
    caughtBy: /^R17:/,
    revealedBy: 49,
  },
  'rejected op not reported': {
    faults: { room: { createQueue: () => new DropsSilently() } },
    caughtBy: /^I[35]:/,
  },
  'leases too short': {
    faults: { room: { createLocks: (...args) => new ShortLeases(...args) } },
    caughtBy: /^I10:/,
    revealedBy: 12,
  },
  'new owner grants locks at once': {
    faults: { room: { createLocks: (...args) => new NoRecovery(...args) } },
    caughtBy: /^I10:/,
  },
};
