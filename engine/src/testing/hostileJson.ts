import fc from 'fast-check';

/** One thing to do to a value; numbers from 0 to 1 choose where. */
export interface Mutation {
  readonly kind: string;
  readonly at: number;
  readonly other: number;
}

type Holder = Record<string, unknown>;

/** A place in a value. */
interface Slot {
  readonly holder: Holder;
  readonly key: string;
}

type Act = (slot: Slot, other: Slot, mutation: Mutation) => void;

/** Values of every kind that JSON has, and strings that mean something somewhere. */
const ODD_VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 0.5, 1e308, -0, 2 ** 53, [], {}, [[]], [null], { '': {} }],
  ...['', ' ', 'x', '0', 'null', '-elsewhere', 'group', 'main', '#', '//evil.example', '12'],
  ...['javascript:alert(1)', 'data:text/html,x', 'red;background:url(x)', '</style><script>'],
  ...['\ud800', '\udc00x', '\u0000', '\u202e', '\ufeff', '__proto__', 'constructor', 'toString'],
  ...['valueOf', 'hasOwnProperty', '1e999', '🏔️'.repeat(50), 'a'.repeat(2049)],
];

const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'toJSON', 'then'];

function pick<Value>(list: readonly Value[], at: number): Value {
  return list[Math.min(list.length - 1, Math.floor(at * list.length))] as Value;
}

function define(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function nest(value: unknown, depth: number, inList: boolean): unknown {
  let nested = value;
  for (let level = 0; level < depth; level++) nested = inList ? [nested] : { content: nested };
  return nested;
}

/** What JSON can say. */
const JSON_ACTS: Readonly<Record<string, Act>> = {
  delete: ({ holder, key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else Reflect.deleteProperty(holder, key);
  },
  duplicate: ({ holder, key }) => {
    if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]));
    else holder[`${key}2`] = structuredClone(holder[key]);
  },
  retype: ({ holder, key }, _, { other }) => {
    holder[key] = structuredClone(pick(ODD_VALUES, other));
  },
  swap: (a, b) => {
    const [one, two] = [structuredClone(a.holder[a.key]), structuredClone(b.holder[b.key])];
    a.holder[a.key] = two;
    b.holder[b.key] = one;
  },
  copy: (a, b) => {
    a.holder[a.key] = structuredClone(b.holder[b.key]);
  },
  nest: ({ holder, key }, _, { other }) => {
    holder[key] = nest(holder[key], Math.ceil(other * 120), other > 0.5);
  },
  lengthen: ({ holder, key }, _, { other }) => {
    const value = holder[key];
    if (typeof value === 'string') holder[key] = (value || 'a').repeat(Math.ceil(other * 3000));
    else if (typeof value === 'number') holder[key] = value * 10 ** Math.ceil(other * 300);
    else if (Array.isArray(value))
      holder[key] = Array.from({ length: 300 }, () => structuredClone(value[0] as unknown));
  },
  rename: ({ holder, key }, _, { other }) => {
    if (Array.isArray(holder)) return;
    const value = holder[key];
    Reflect.deleteProperty(holder, key);
    define(holder, pick(PROTOTYPE_KEYS, other), value);
  },
  prototype: ({ holder }, _, { other }) => {
    if (!Array.isArray(holder)) define(holder, pick(PROTOTYPE_KEYS, other), { polluted: true });
  },
};

const thrower = (): never => {
  throw new Error('from the input');
};

/** A proxy that throws whatever is asked of it. */
const throwing = (): object =>
  new Proxy({}, { get: thrower, ownKeys: thrower, has: thrower, getPrototypeOf: thrower });

/** A proxy that is deep without end. */
const endless = (): object =>
  new Proxy(
    {},
    {
      ownKeys: () => ['a', 'b', 'c'],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
      get: (_, key) => (typeof key === 'symbol' ? undefined : endless()),
    },
  );

const ODD_OBJECTS: readonly (() => unknown)[] = [
  () => NaN,
  () => Infinity,
  () => -Infinity,
  () => undefined,
  () => 1n,
  () => Symbol('x'),
  () => thrower,
  () => new Date(0),
  () => new Map([['a', 1]]),
  () => /x/,
  () => new URL('https://a.example'),
  () => Object.create({ inherited: true }) as unknown,
  () => new Array<unknown>(50_000_000),
  () => new Uint8Array(8),
  () => Promise.resolve(1),
  throwing,
  endless,
  () => ({ toJSON: thrower }),
  () => Object.assign([1], { extra: 1 }),
];

/** What only JavaScript can hold. */
const OBJECT_ACTS: Readonly<Record<string, Act>> = {
  odd: ({ holder, key }, _, { other }) => {
    holder[key] = pick(ODD_OBJECTS, other)();
  },
  cycle: ({ holder, key }) => {
    holder[key] = holder;
  },
  getter: ({ holder, key }) => {
    Object.defineProperty(holder, key, { get: thrower, enumerable: true, configurable: true });
  },
  symbol: ({ holder }) => {
    Object.assign(holder, { [Symbol('x')]: thrower });
  },
};

const ACTS: Readonly<Record<string, Act>> = { ...JSON_ACTS, ...OBJECT_ACTS };

function slotsOf(root: Holder): readonly Slot[] {
  const slots: Slot[] = [];
  const seen = new Set<unknown>();
  const walk = (holder: Holder): void => {
    if (seen.has(holder) || slots.length > 20_000) return;
    seen.add(holder);
    for (const key of Object.keys(holder)) {
      slots.push({ holder, key });
      const value = Object.getOwnPropertyDescriptor(holder, key)?.value as unknown;
      if (isWalkable(value)) walk(value);
    }
  };
  walk(root);
  return slots;
}

function isWalkable(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length < 1000;
  try {
    return Object.getPrototypeOf(value) === Object.prototype;
  } catch {
    return false;
  }
}

/** A copy of a JSON value with things done to it, one after the other. */
export function mutate(value: unknown, mutations: readonly Mutation[]): unknown {
  const root: Holder = { value: structuredClone(value) };
  for (const mutation of mutations) {
    const slots = slotsOf(root);
    if (slots.length === 0) break;
    try {
      ACTS[mutation.kind]?.(pick(slots, mutation.at), pick(slots, mutation.other), mutation);
    } catch {
      // A getter of an earlier mutation, or what cannot be cloned: there is enough wrong already.
    }
  }
  return Object.getOwnPropertyDescriptor(root, 'value')?.value;
}

const ratio = fc.double({ min: 0, max: 1, noNaN: true });

function mutationsOf(kinds: readonly string[]): fc.Arbitrary<readonly Mutation[]> {
  const one = fc.record({ kind: fc.constantFrom(...kinds), at: ratio, other: ratio });
  return fc.array(one, { minLength: 1, maxLength: 4 });
}

/** Some things wrong that JSON can say. */
export const jsonMutations = mutationsOf(Object.keys(JSON_ACTS));

/** Some things wrong that JavaScript can hold: cycles, getters and proxies that throw, NaN. */
export const objectMutations = mutationsOf(Object.keys(ACTS));

/** Addresses that embeds are made of, and what hostile ones are made from. */
const EMBEDS = [
  ...['https://youtu.be/dQw4w9WgXcQ', 'https://vimeo.com/76979871', 'https://twitch.tv/ada'],
  ...['https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC', 'https://x.com/ada/status/20'],
  ...['https://media.giphy.com/media/3o7TKSjRrfIPjeiVyM/giphy.gif', 'https://codepen.io/a/pen/b'],
  ...['https://soundcloud.com/forss/flickermood', 'https://ada.substack.com/p/x'],
];

/** Strings that break what reads strings: halves of letters, controls, hostile addresses, long ones. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom(...ODD_VALUES.filter((value) => typeof value === 'string')),
  fc
    .tuple(
      fc.oneof(fc.webUrl(), fc.constantFrom(...EMBEDS)),
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.nat(40),
    )
    .map(([url, odd, at]) => url.slice(0, at) + odd + url.slice(at)),
  fc
    .array(fc.integer({ min: 0xd800, max: 0xdfff }), { maxLength: 8 })
    .map((units) => String.fromCharCode(...units)),
);

/** Long strings on which a careless pattern would not come to an end. */
export const longTexts: readonly string[] = [
  ...[
    'a',
    ' ',
    '-',
    '#',
    '(',
    'a.',
    'a-',
    '%',
    '%2',
    '1,',
    '\n',
    '\u0000',
    '\ud800',
    'é',
    '/',
    '.',
  ],
  ...['a@', 'a:', '<br', '&nbsp;', 'rgb(', '\\', "'", '[', '=', '?a=b&', 'http://', '<!--'],
].flatMap((part) => {
  const long = part.repeat(Math.ceil(200_000 / part.length));
  return [long, `https://${long}`, `https://a.example/${long}`, `mailto:${long}`, `rgb(${long}`];
});
