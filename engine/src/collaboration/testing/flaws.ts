import { ok } from '../../model/Result.ts';
import type { Block } from '../../model/Block.ts';
import { placeOf } from '../../model/blockEdit.ts';
import { SharedPage } from '../client/SharedPage.ts';
import type { Change } from '../../model/Change.ts';
import { EMPTY_CHANGE } from '../../model/Change.ts';
import { resolveIntents } from '../intents/resolveIntents.ts';
import { applyEntries } from '../page/pagePatch.ts';
import type { ClientMessageOf } from '../protocol/clientMessages.ts';
import type { Intent } from '../protocol/intents.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import { ClientTable } from '../room/ClientTable.ts';
import type { ConnectedClient } from '../room/ConnectedClient.ts';
import { OpIntake } from '../room/OpIntake.ts';
import { LockTable } from '../room/LockTable.ts';
import { openStored } from '../room/openStored.ts';
import type { Flaws } from './World.ts';

/** Takes each op as often as it comes. */
class ForgetfulClients extends ClientTable {
  override isDuplicate(): boolean {
    return false;
  }
}

/** Stores what it has taken, whatever its sender may do by then. */
class StubbornIntake extends OpIntake {
  override changeRole(): boolean {
    return false;
  }
}

/** Says that it takes what it drops. */
class SilentIntake extends OpIntake {
  override take(client: ConnectedClient, message: ClientMessageOf<'ops'>): boolean {
    return client.mayWrite && super.take(client, message);
  }
}

/** Gives each lock to whoever asks once a lease has run for a second. */
class ShortLocks extends LockTable {
  private readonly sinceMs = new Map<string, number>();

  override acquire(...args: Parameters<LockTable['acquire']>): ReturnType<LockTable['acquire']> {
    const [holder, uuids, , nowMs] = args;
    for (const uuid of uuids) {
      const held = this.holderOf(uuid);
      const isOld = nowMs - (this.sinceMs.get(uuid) ?? nowMs) > 1000;
      if (held && held.clientId !== holder.clientId && isOld) this.release(held.clientId, [uuid]);
      if (!this.holderOf(uuid)) this.sinceMs.set(uuid, nowMs);
    }
    return super.acquire(...args);
  }
}

/** Leaves what is pending out when something comes in. */
class NoRebase extends SharedPage {
  protected override rebase(apply: () => void): Change {
    apply();
    return EMPTY_CHANGE;
  }
}

/** Puts what comes in on top of what is pending. */
class OnTop extends SharedPage {
  override receive(entries: readonly StreamEntry[]): Change {
    this.records.begin();
    applyEntries(this.records, entries);
    return this.records.keep();
  }
}

type Resolve = typeof resolveIntents;

/** Brings back what was removed when someone else changes it. */
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
    return ok({ ...resolved.value, change: records.keep() });
  };
}

/** Takes of a place only where it is, and leaves size, turn and parent to whoever wrote them. */
const splitPlaces: Resolve = (records, intents, context) => {
  const split = (intents as Intent[]).map((intent) => {
    if (intent.type !== 'update-things') return intent;
    const updated = intent.updated.map((each) => {
      const block = records.blocks.get(each.uuid);
      if (!each.position || !block) return each;
      const { parentUuid, width, height, rotationDeg } = placeOf(block);
      const kept = { parentUuid, seenParentUuid: parentUuid, width, height, rotationDeg };
      return { ...each, position: { ...each.position, ...kept } };
    });
    return { ...intent, updated };
  });
  return resolveIntents(records, split, context);
};

/** Removes blocks, and not what others have put into them. */
const leavesOrphans: Resolve = (records, intents, context) => {
  const [intent] = intents as Intent[];
  if (intents.length !== 1 || intent?.type !== 'remove-things')
    return resolveIntents(records, intents, context);
  records.begin();
  for (const uuid of intent.removedUuids) records.delete(uuid);
  return ok({ status: 'applied', change: records.keep(), gone: [] });
};

/** Shows an op to the room alone: what it changed is not said in the stream. */
const saysNothing: Resolve = (records, intents, context) => {
  const resolved = resolveIntents(records, intents, context);
  if (!resolved.ok) return resolved;
  const { page: _, ...change } = resolved.value.change;
  return ok({ ...resolved.value, change });
};

/** Takes whatever is added, be it made before the removals that are still known. */
const forgetsHorizon: Resolve = (records, intents, context) =>
  resolveIntents(records, intents, { ...context, baseSeq: Infinity });

/** Shows a page of an older version as one of today, and says nothing of it in the stream. */
const migratesInSilence: typeof openStored = (opened, options) => ({
  ...openStored(opened, options),
  migration: null,
});

/** Begins with the snapshot's page, as if nothing had been stored since. */
const forgetsTail: typeof openStored = (opened, options) => {
  const { state, migration } = openStored({ ...opened, entries: [] }, options);
  const seq = opened.entries.at(-1)?.seq ?? state.seq;
  return { state: { ...state, seq, entries: opened.entries }, migration };
};

/** A mistake that a room or its client could make, and who must notice. */
export interface Flaw {
  readonly flaws: Flaws;
  /** The invariants that must. */
  readonly caughtBy: RegExp;
  /** A seed whose course of events shows it, to be looked at first; where one of the first does, none. */
  readonly shownBy?: number;
}

/** Things that a room or its client could get wrong, and the invariants that must notice. */
export const FLAWS: Readonly<Record<string, Flaw>> = {
  'acknowledge before commit': {
    flaws: { log: { answersEarly: true }, waits: 'others' },
    caughtBy: /^I1:/,
  },
  'broadcast before commit': {
    flaws: { log: { answersEarly: true }, waits: 'author' },
    caughtBy: /^I2:/,
  },
  'no dedupe': {
    flaws: {
      log: { ignoresDuplicates: true },
      room: { createClients: () => new ForgetfulClients() },
    },
    caughtBy: /^I3:/,
  },
  'no epoch check': { flaws: { log: { ignoresEpoch: true } }, caughtBy: /^I[1-4]:/ },
  'no rebase of pending ops': {
    flaws: { client: { createShared: (...args) => new NoRebase(...args) } },
    caughtBy: /^I5:/,
  },
  'what comes in goes on top of pending ops': {
    flaws: { client: { createShared: (...args) => new OnTop(...args) } },
    caughtBy: /^I5:/,
  },
  'no gap detection': { flaws: { client: { isGap: () => false } }, caughtBy: /^I5:/ },
  'delete does not win': {
    flaws: { room: { resolve: updateWins() } },
    caughtBy: /^I8:/,
    shownBy: 6,
  },
  'the horizon of removed ids is ignored': {
    flaws: { room: { resolve: forgetsHorizon } },
    caughtBy: /^I8:/,
    shownBy: 42,
  },
  'a page is migrated and the stream does not say so': {
    flaws: { room: { openStored: migratesInSilence } },
    caughtBy: /^I[57]:/,
  },
  'entries after a snapshot are left out': {
    flaws: { room: { openStored: forgetsTail } },
    caughtBy: /^I[1-6]:/,
  },
  'a place is split into fields': { flaws: { room: { resolve: splitPlaces } }, caughtBy: /^I9:/ },
  'children of what is removed stay': {
    flaws: { room: { resolve: leavesOrphans } },
    caughtBy: /^I7:/,
    shownBy: 90,
  },
  'the stream leaves something out': {
    flaws: { room: { resolve: saysNothing } },
    caughtBy: /^I[56]:/,
  },
  'what waits of somebody who may edit no longer is stored': {
    flaws: { room: { createIntake: (known) => new StubbornIntake(known) } },
    caughtBy: /^R17:/,
    shownBy: 98,
  },
  'an op that a role does not allow is dropped without a word': {
    flaws: { room: { createIntake: (known) => new SilentIntake(known) } },
    caughtBy: /^I[35]:/,
  },
  'leases that end too soon': {
    flaws: { room: { createLocks: (...args) => new ShortLocks(...args) } },
    caughtBy: /^I10:/,
    shownBy: 10,
  },
  'a new owner grants locks at once': {
    flaws: { room: { createLocks: (epoch) => new LockTable(epoch, 0) } },
    caughtBy: /^I10:/,
  },
};
