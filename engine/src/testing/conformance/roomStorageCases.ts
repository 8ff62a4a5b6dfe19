import type { RoomStorage } from '../../collaboration/client/RoomStorage.ts';
import { ROOM_LIMITS } from '../../collaboration/protocol/limits.ts';
import { checkFunction } from '../../model/inputError.ts';
import {
  casesOf,
  CHARACTERS,
  type Checks,
  type ConformanceCase,
  type ConformanceOptions,
  expect,
  expectEqual,
  expectMethods,
  expectSubject,
  withDeadlines,
} from './ConformanceCase.ts';

/** A storage that nothing was stored in. */
export interface RoomStorageSubject {
  /** Opens the storage, as the tab does when it is loaded again. */
  readonly open: () => RoomStorage | Promise<RoomStorage>;
  /** Called after the case. */
  readonly close?: (() => void | Promise<void>) | undefined;
}

interface Storages {
  readonly storage: RoomStorage;
  /** The same storage, after a reload. */
  readonly reopen: () => Promise<RoomStorage>;
  /** The storage of another tab or page, which is closed like this one. */
  readonly another: () => Promise<RoomStorage>;
}

const METHODS = ['entries', 'put', 'delete'] as const satisfies readonly (keyof RoomStorage)[];

/** Values that a storage might lose or change. */
const VALUES: Readonly<Record<string, unknown>> = {
  'op:1': { mid: 1, intents: [{ type: 'add-things', things: [{ uuid: 'a', tags: [null, 1.5] }] }] },
  'op:2': { deep: [[[{ a: { b: [] } }]]], empty: {} },
  'text:ü 😀/..': CHARACTERS,
  largest: 2 ** 53 - 1,
  smallest: 5e-324,
  zero: 0,
  no: false,
  empty: '',
  nothing: null,
};

/**
 * The cases that every `RoomStorage` must pass: it keeps plain JSON exactly, also across a reload,
 * and calls take effect in their order.
 *
 * @param create creates an empty storage; called for each case, and again for another tab's storage
 * @throws CobbleError `input_invalid` (details: `path`) for a wrong argument
 * @example
 * for (const { name, run } of roomStorageCases(() => ({ open: () => myStorage(newName()) })))
 *   it(name, run);
 */
export function roomStorageCases(
  create: () => RoomStorageSubject | Promise<RoomStorageSubject>,
  options: ConformanceOptions = {},
): readonly ConformanceCase[] {
  checkFunction('create', create);
  return casesOf(CHECKS, options, async (within) => {
    const created: RoomStorageSubject[] = [];
    const add = async (): Promise<() => Promise<RoomStorage>> => {
      const subject = await create();
      expectSubject(subject, ['open']);
      created.push(subject);
      return async () => {
        const storage = await subject.open();
        expectMethods('open', storage, METHODS);
        return withDeadlines(storage, METHODS, within, problemOfResult);
      };
    };
    const reopen = await add();
    const another = async (): Promise<RoomStorage> => (await add())();
    return {
      subject: { storage: await reopen(), reopen, another },
      close: async () => {
        for (const { close } of created) await close?.();
      },
    };
  });
}

function problemOfResult(call: string, result: unknown): string | null {
  const isEntry = (each: unknown): boolean =>
    Array.isArray(each) && each.length === 2 && typeof each[0] === 'string';
  if (call !== 'entries' || (Array.isArray(result) && result.every(isEntry))) return null;
  return 'must resolve to a list of keys and values, such as [["op:1", {}]]';
}

const CHECKS: Checks<Storages> = {
  async 'is empty at first'({ storage }) {
    expectEqual(await storage.entries(), [], 'entries');
  },
  async 'keeps plain JSON exactly'({ storage }) {
    for (const [key, value] of Object.entries(VALUES)) await storage.put(key, value);
    await expectStored(storage, VALUES);
  },
  async 'has stored a value when put resolves, and still has it after a reload'({
    storage,
    reopen,
  }) {
    for (const [key, value] of Object.entries(VALUES)) {
      await storage.put(key, value);
      const stored = new Map(await (await reopen()).entries());
      expectEqual(stored.get(key), value, key);
    }
    await expectStored(await reopen(), VALUES);
  },
  async 'keeps one value for each key, the newest'({ storage, reopen }) {
    for (const mid of [1, 2, 3]) await storage.put('op:1', { mid });
    await storage.put('op:10', { mid: 10 });
    await expectStored(await reopen(), { 'op:1': { mid: 3 }, 'op:10': { mid: 10 } });
  },
  async 'deletes a key and no other one, also after a reload'({ storage, reopen }) {
    for (const key of ['op:1', 'op:10', 'OP:1']) await storage.put(key, key);
    await storage.delete('op:1');
    await storage.delete('op:1');
    await storage.delete('never stored');
    await expectStored(storage, { 'op:10': 'op:10', 'OP:1': 'OP:1' });
    await expectStored(await reopen(), { 'op:10': 'op:10', 'OP:1': 'OP:1' });
  },
  async 'keeps a copy of a value, not the object'({ storage }) {
    const value = { mid: 1, texts: ['a'] };
    await storage.put('op:1', value);
    value.texts.push('b');
    value.mid = 2;
    await expectStored(storage, { 'op:1': { mid: 1, texts: ['a'] } });
  },
  async 'applies calls in their order, although nobody waits for them'({ storage, reopen }) {
    const calls: Promise<void>[] = [];
    for (let mid = 1; mid <= 20; mid += 1) {
      // Large values take longer.
      calls.push(storage.put('op:1', { mid, text: 'x'.repeat(mid % 2 === 0 ? 0 : 100_000) }));
      calls.push(storage.put('op:2', { mid }), storage.delete('op:2'));
      calls.push(storage.delete('op:3'), storage.put('op:3', { mid }));
    }
    await Promise.all(calls);
    const newest = { 'op:1': { mid: 20, text: '' }, 'op:3': { mid: 20 } };
    await expectStored(storage, newest);
    await expectStored(await reopen(), newest);
  },
  async 'keeps many values that are stored at the same time'({ storage, reopen }) {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`op:${String(index)}`, { mid: index }]),
    );
    await Promise.all(Object.entries(many).map(([key, value]) => storage.put(key, value)));
    await expectStored(await reopen(), many);
  },
  async 'keeps an op of the largest size'({ storage, reopen }) {
    const text = '€'.repeat(ROOM_LIMITS.maxOpChars);
    await storage.put('op:1', { text });
    const [stored] = await (await reopen()).entries();
    expect((stored?.[1] as { text?: unknown } | undefined)?.text === text, 'the op must be there');
  },
  async 'shares nothing with the storage of another tab or page'({ storage, another }) {
    const other = await another();
    await storage.put('op:1', 'mine');
    expectEqual(await other.entries(), [], 'entries of the other storage');
    await other.put('op:1', 'theirs');
    await other.delete('op:2');
    await expectStored(storage, { 'op:1': 'mine' });
  },
};

/** Entries may come in any order. */
async function expectStored(
  storage: RoomStorage,
  expected: Readonly<Record<string, unknown>>,
): Promise<void> {
  const entries = await storage.entries();
  const keys = entries.map(([key]) => key).sort();
  expectEqual(keys, Object.keys(expected).sort(), 'the keys');
  const stored = new Map(entries);
  for (const [key, value] of Object.entries(expected)) expectEqual(stored.get(key), value, key);
}
