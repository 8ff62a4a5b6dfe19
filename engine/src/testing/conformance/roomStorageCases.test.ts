import { expect } from 'chai';
import { createMemoryStorage, type RoomStorage } from '../../collaboration/client/RoomStorage.ts';
import { roomStorageCases } from './roomStorageCases.ts';
import { expectSentence, NONSENSE, testMistakes } from './testMistakes.ts';

/** What a storage does differently, given one without mistakes. */
type Break = (storage: RoomStorage) => Partial<RoomStorage>;

const forgets =
  (key: string): Break =>
  (storage) => ({
    put: (each, value) => (each === key ? Promise.resolve() : storage.put(each, value)),
  });

/** A value as some storages would keep it. */
const keepsAs =
  (change: (value: unknown) => unknown): Break =>
  (storage) => ({
    put: (key, value) => storage.put(key, change(value)),
  });

const waits = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0));

/** A storage that a mistake has made the same for all tabs. */
const sharedByAll = createMemoryStorage();

describe('roomStorageCases, for an implementation in memory [R92]', () => {
  testMistakes<Break>(
    (breakIt, options) =>
      roomStorageCases(() => {
        const storage = createMemoryStorage();
        return { open: () => ({ ...storage, ...breakIt?.(storage) }) };
      }, options),
    {
      'is empty at first': {
        'has an entry of its own': () => ({ entries: () => Promise.resolve([['version', 1]]) }),
      },
      'keeps plain JSON exactly': {
        'loses falsy values': (storage) => ({
          put: (key, value) => (value ? storage.put(key, value) : Promise.resolve()),
        }),
        'drops null': keepsAs((value) => {
          const text = JSON.stringify(value).replaceAll('null,', '');
          return JSON.parse(text) as unknown;
        }),
        'ends texts at a null character': keepsAs((value) =>
          typeof value === 'string' ? value.split('\0')[0] : value,
        ),
        'encodes texts as UTF-8': keepsAs((value) =>
          typeof value === 'string' ? value.replaceAll('\ud800', '�') : value,
        ),
        'changes keys': (storage) => ({
          put: (key, value) => storage.put(encodeURIComponent(key), value),
        }),
        'returns the texts of values': (storage) => ({
          entries: async () =>
            (await storage.entries()).map(([key, value]) => [key, JSON.stringify(value)]),
        }),
      },
      'has stored a value when put resolves, and still has it after a reload': {
        'stores in the background': (storage) => ({
          put: (key, value) => {
            void waits().then(() => storage.put(key, value));
            return Promise.resolve();
          },
        }),
        'keeps values in the object': () => createMemoryStorage(),
        'never resolves': () => ({ put: () => new Promise(() => undefined) }),
      },
      'keeps one value for each key, the newest': {
        'keeps the first value': (storage) => ({
          put: async (key, value) => {
            const keys = (await storage.entries()).map(([each]) => each);
            if (!keys.includes(key)) await storage.put(key, value);
          },
        }),
        'takes a key for another that begins with it': (storage) => ({
          put: (key, value) => storage.put(key.slice(0, 4), value),
        }),
      },
      'deletes a key and no other one, also after a reload': {
        'deletes nothing': () => ({ delete: () => Promise.resolve() }),
        'deletes all keys that begin with one': (storage) => ({
          delete: async (key) => {
            for (const [each] of await storage.entries())
              if (each.startsWith(key)) await storage.delete(each);
          },
        }),
        'ignores the case of keys': (storage) => ({
          put: (key, value) => storage.put(key.toLowerCase(), value),
        }),
      },
      'keeps a copy of a value, not the object': {
        'keeps the object': () => {
          const values = new Map<string, unknown>();
          return {
            entries: () => Promise.resolve([...values]),
            put: (key, value) => {
              values.set(key, value);
              return Promise.resolve();
            },
          };
        },
      },
      'applies calls in their order, although nobody waits for them': {
        'stores large values later': (storage) => ({
          put: async (key, value) => {
            if (JSON.stringify(value).length > 1000) await waits();
            await storage.put(key, value);
          },
        }),
        'deletes later': (storage) => ({
          delete: async (key) => {
            await waits();
            await storage.delete(key);
          },
        }),
      },
      'keeps many values that are stored at the same time': {
        'writes all entries at each call': (storage) => ({
          put: async (key, value) => {
            const before = await storage.entries();
            await waits();
            for (const [each] of await storage.entries()) await storage.delete(each);
            for (const [each, kept] of before) await storage.put(each, kept);
            await storage.put(key, value);
          },
        }),
        'loses one': forgets('op:250'),
      },
      'keeps an op of the largest size': {
        'has room for 5 MB': (storage) => ({
          put: async (key, value) => {
            if (JSON.stringify(value).length < 5_000_000) await storage.put(key, value);
          },
        }),
      },
      'shares nothing with the storage of another tab or page': {
        'is one for all': () => {
          return sharedByAll;
        },
      },
    },
  );

  it('says that entries has resolved to nonsense, and what is missing if there is no storage [R110]', async () => {
    for (const result of [...NONSENSE, null, [['op:1']], [[5, 5]]]) {
      const storage = { ...createMemoryStorage(), entries: () => Promise.resolve(result) };
      const cases = roomStorageCases(() => ({ open: () => storage as never })).filter(
        ({ name }) => !name.includes('largest size'),
      );
      await expectSentence(cases, 'entries must resolve to a list of keys and values');
    }
    const of = (subject: unknown) => roomStorageCases(() => subject as never).slice(0, 1);
    await expectSentence(of(null), 'create must return an object with the functions open');
    await expectSentence(of({ open: () => ({}) }), 'open must return an object with the functions');
  });

  it('needs a function that creates a storage, and known options [J13]', () => {
    expect(() => roomStorageCases(createMemoryStorage() as never))
      .to.throw('create')
      .with.property('code', 'input_invalid');
    for (const options of [{ timeoutMs: 0 }, { timeoutMs: '1' }, { timeout: 1 }])
      expect(() => roomStorageCases(() => ({ open: createMemoryStorage }), options as never))
        .to.throw('options.timeout')
        .with.property('code', 'input_invalid');
  });
});
