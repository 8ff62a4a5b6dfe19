import fc from 'fast-check';

/**
 * A change to a random part of a value. `at` chooses the part, `other` a second part, a new value
 * or an amount. Both are from 0 to 1.
 */
export interface Mutation {
  readonly kind: string;
  readonly at: number;
  readonly other: number;
}

type Target = Record<string, unknown>;

/** A property in a nested value. */
interface Slot {
  readonly target: Target;
  readonly key: string;
}

type Mutator = (slot: Slot, other: Slot, mutation: Mutation) => void;

/** Values of every JSON type, and strings with a special meaning somewhere. */
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

function define(target: Target, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function nest(value: unknown, depth: number, inArray: boolean): unknown {
  let nested = value;
  for (let level = 0; level < depth; level++) nested = inArray ? [nested] : { content: nested };
  return nested;
}

/** A number with more digits, which JSON can still represent. */
function lengthened(value: number, digits: number): number {
  const longer = value * 10 ** digits;
  return Number.isFinite(longer) ? longer : Math.sign(value) * Number.MAX_VALUE;
}

/** Mutations whose result is JSON. */
const JSON_MUTATORS: Readonly<Record<string, Mutator>> = {
  delete: ({ target, key }) => {
    if (Array.isArray(target)) target.splice(Number(key), 1);
    else Reflect.deleteProperty(target, key);
  },
  duplicate: ({ target, key }) => {
    if (Array.isArray(target)) target.push(structuredClone(target[Number(key)]));
    else target[`${key}2`] = structuredClone(target[key]);
  },
  retype: ({ target, key }, _, { other }) => {
    target[key] = structuredClone(pick(ODD_VALUES, other));
  },
  swap: (a, b) => {
    const [valueA, valueB] = [structuredClone(a.target[a.key]), structuredClone(b.target[b.key])];
    a.target[a.key] = valueB;
    b.target[b.key] = valueA;
  },
  copy: (a, b) => {
    a.target[a.key] = structuredClone(b.target[b.key]);
  },
  nest: ({ target, key }, _, { other }) => {
    target[key] = nest(target[key], Math.ceil(other * 120), other > 0.5);
  },
  lengthen: ({ target, key }, _, { other }) => {
    const value = target[key];
    if (typeof value === 'string') target[key] = (value || 'a').repeat(Math.ceil(other * 3000));
    else if (typeof value === 'number') target[key] = lengthened(value, Math.ceil(other * 300));
    else if (Array.isArray(value) && value.length > 0)
      target[key] = Array.from({ length: 300 }, () => structuredClone(value[0] as unknown));
  },
  rename: ({ target, key }, _, { other }) => {
    if (Array.isArray(target)) return;
    const value = target[key];
    Reflect.deleteProperty(target, key);
    define(target, pick(PROTOTYPE_KEYS, other), value);
  },
  prototype: ({ target }, _, { other }) => {
    if (!Array.isArray(target)) define(target, pick(PROTOTYPE_KEYS, other), { polluted: true });
  },
};

const throwError = (): never => {
  throw new Error('from the input');
};

/** A proxy that throws on every access. */
const throwing = (): object =>
  new Proxy(
    {},
    { get: throwError, ownKeys: throwError, has: throwError, getPrototypeOf: throwError },
  );

/** A proxy with infinite depth. */
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
  () => throwError,
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
  () => ({ toJSON: throwError }),
  () => Object.assign([1], { extra: 1 }),
];

/** Mutations whose result only JavaScript can represent. */
const OBJECT_MUTATORS: Readonly<Record<string, Mutator>> = {
  odd: ({ target, key }, _, { other }) => {
    target[key] = pick(ODD_OBJECTS, other)();
  },
  cycle: ({ target, key }) => {
    target[key] = target;
  },
  getter: ({ target, key }) => {
    Object.defineProperty(target, key, { get: throwError, enumerable: true, configurable: true });
  },
  symbol: ({ target }) => {
    Object.assign(target, { [Symbol('x')]: throwError });
  },
};

const MUTATORS: Readonly<Record<string, Mutator>> = { ...JSON_MUTATORS, ...OBJECT_MUTATORS };

function slotsOf(root: Target): readonly Slot[] {
  const slots: Slot[] = [];
  const seen = new Set<unknown>();
  const walk = (target: Target): void => {
    if (seen.has(target) || slots.length > 20_000) return;
    seen.add(target);
    for (const key of Object.keys(target)) {
      slots.push({ target, key });
      const value = Object.getOwnPropertyDescriptor(target, key)?.value as unknown;
      if (isWalkable(value)) walk(value);
    }
  };
  walk(root);
  return slots;
}

function isWalkable(value: unknown): value is Target {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length < 1000;
  try {
    return Object.getPrototypeOf(value) === Object.prototype;
  } catch {
    return false;
  }
}

/** Returns a copy of a JSON value with the mutations applied in order. */
export function mutate(value: unknown, mutations: readonly Mutation[]): unknown {
  const root: Target = { value: structuredClone(value) };
  for (const mutation of mutations) {
    const slots = slotsOf(root);
    if (slots.length === 0) break;
    try {
      MUTATORS[mutation.kind]?.(pick(slots, mutation.at), pick(slots, mutation.other), mutation);
    } catch {
      // Earlier mutations left a getter or a value that cannot be cloned. That is hostile enough.
    }
  }
  return Object.getOwnPropertyDescriptor(root, 'value')?.value;
}

const ratio = fc.double({ min: 0, max: 1, noNaN: true });

function mutationsOf(kinds: readonly string[]): fc.Arbitrary<readonly Mutation[]> {
  const mutation = fc.record({ kind: fc.constantFrom(...kinds), at: ratio, other: ratio });
  return fc.array(mutation, { minLength: 1, maxLength: 4 });
}

/** Mutations with JSON values. */
export const jsonMutations = mutationsOf(Object.keys(JSON_MUTATORS));

/** Mutations with JavaScript values: cycles, getters, throwing proxies, NaN. */
export const objectMutations = mutationsOf(Object.keys(MUTATORS));

/** URLs that embeds accept, from which hostile ones are made. */
const EMBEDS = [
  ...['https://youtu.be/dQw4w9WgXcQ', 'https://vimeo.com/76979871', 'https://twitch.tv/ada'],
  ...['https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC', 'https://x.com/ada/status/20'],
  ...['https://media.giphy.com/media/3o7TKSjRrfIPjeiVyM/giphy.gif', 'https://codepen.io/a/pen/abc'],
  ...['https://soundcloud.com/forss/flickermood', 'https://ada.substack.com'],
];

/**
 * Strings that break careless parsers: lone surrogates, control characters, hostile URLs, long
 * strings.
 */
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

/** Long strings on which a careless regular expression takes quadratic time or more. */
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
    '1',
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
  const addresses = [`https://${long}`, `https://a.example/${long}`, `mailto:${long}`];
  return [long, ...addresses, `rgb(${long}`, `1${long}x`];
});
