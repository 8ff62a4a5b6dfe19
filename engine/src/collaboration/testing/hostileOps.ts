import fc from 'fast-check';
import { makeTestBlock, makeTestPage, makeTestSection } from '../../testing/makeTestPage.ts';
import { safeParsePage } from '../../parsing/parsePage.ts';
import type { Page } from '../../model/Page.ts';
import { resolveInSteps } from '../merge/resolveIntents.ts';
import { measurePatch, patchOf } from '../page/pagePatch.ts';
import { PageRecords } from '../page/PageRecords.ts';
import { finish } from '../Work.ts';
import { UNKNOWN_SENDER } from './unknownSender.ts';

/** Groups, blocks and sections of {@link hostilePage}, and ids that it does not have. */
const UUIDS = ['s1', 's2', 'g0', 'g1', 'g2', 'g3', 'g4', 'a', 'b', 'c', 'x', 'y', 'z'] as const;

const uuid = fc.constantFrom(...UUIDS);
const parent = fc.option(uuid, { nil: null });
const length = fc.constantFrom(-1e6, -1, 0, 0.1, 1, 1000, 1e6);
const order = fc.constantFrom(-1_000_000, 0, 1, 50_000, 100_000, 1_000_000);
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.option(arbitrary, { nil: undefined });
const list = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.array(arbitrary, { minLength: 1, maxLength: 8 });

const size = { width: fc.constantFrom(0, 0.1, 1e6), height: fc.constantFrom(0, 0.1, 1e6) };
const placement = {
  parentUuid: parent,
  x: length,
  y: length,
  ...size,
  rotationDeg: fc.constantFrom(-360, 0, 45),
};
const between = fc.record({ lower: parent, upper: parent });
const values = fc.array(
  fc.record(
    {
      path: fc.constantFrom(
        ['locked'],
        ['content', 'groupOrder'],
        ['content', 'text'],
        ['content'],
        ['styles', 'opacity'],
        ['styles'],
        ['properties', 'a', 'b'],
      ),
      to: fc.constantFrom(true, false, 0, 1, 'x', {}, [], null),
      from: fc.constantFrom(true, 0, {}),
      guarded: fc.constant(true as const),
    },
    { requiredKeys: ['path'] },
  ),
  { maxLength: 3 },
);
const update = fc.record(
  {
    uuid,
    position: fc.record(
      {
        ...placement,
        seenParentUuid: parent,
        seen: fc.record({ section: uuid, x: length, y: length, byX: length, byY: length }),
      },
      {
        requiredKeys: ['parentUuid', 'x', 'y', 'width', 'height', 'rotationDeg', 'seenParentUuid'],
      },
    ),
    positionFrom: fc.record(placement),
    zIndex: fc.record(
      { to: order, above: parent, from: order, seenBetween: between },
      { requiredKeys: ['to'] },
    ),
    groupOrder: fc.record(
      { to: order, after: parent, from: order, seenBetween: between },
      { requiredKeys: ['to'] },
    ),
    values,
  },
  { requiredKeys: ['uuid'] },
);
/** Mostly moves between groups, of which many put one into itself. */
const move = fc.tuple(uuid, uuid, uuid, length).map(([which, to, seen, x]) => ({
  uuid: which,
  position: {
    ...{ parentUuid: to, seenParentUuid: seen, x, y: 0 },
    ...{ width: 0.1, height: 0.1, rotationDeg: 0 },
  },
}));
const thing = fc
  .tuple(uuid, optional(uuid), fc.boolean(), optional(fc.boolean()))
  .map(([id, parentUuid, isGroup, locked]) => ({
    ...(isGroup ? makeTestSection(id) : makeTestBlock(id)),
    parentUuid,
    ...(locked === undefined ? {} : { locked }),
  }));
/** Groups that each are in the next, or the one before. */
const chain = fc
  .tuple(fc.integer({ min: 1, max: 60 }), uuid, fc.boolean())
  .map(([count, top, isReversed]) => {
    const things = Array.from({ length: count }, (_, index) =>
      makeTestSection(`n${String(index)}`, {
        parentUuid: index === 0 ? top : `n${String(index - 1)}`,
      }),
    );
    return isReversed ? things.reverse() : things;
  });

const replay = optional(fc.constant(true as const));
const intent: fc.Arbitrary<object> = fc.oneof(
  fc.record({ type: fc.constant('add-things'), things: fc.oneof(list(thing), chain) }),
  fc.record({
    type: fc.constant('restore-things'),
    things: fc.oneof(list(thing), chain),
    replay,
    changed: optional(fc.array(uuid)),
  }),
  fc.record({ type: fc.constant('remove-things'), removedUuids: list(uuid), replay }),
  fc.record({ type: fc.constant('update-things'), updated: list(update), replay }),
  fc.record({ type: fc.constant('update-things'), updated: list(move) }),
  fc.record({ type: fc.constant('update-things'), updated: list(move) }),
  fc.record({ type: fc.constant('slice-section'), section: uuid, y: length, by: length, replay }),
  fc.record({
    type: fc.constant('resize-section'),
    section: uuid,
    width: size.width,
    from: optional(size.width),
  }),
  fc.record({
    type: fc.constant('set-reference-width'),
    px: fc.constantFrom(1e-6, 1, 1000, 100_000),
    scale: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('replace-page'),
    settings: fc.constant(makeTestPage().settings),
    style: fc.constant(makeTestPage().style),
    things: fc.oneof(list(thing), chain),
  }),
);

/** Ops that no editor sends. */
export const hostileOps: fc.Arbitrary<readonly (readonly object[])[]> = fc.array(
  fc.array(intent, { minLength: 1, maxLength: 6 }),
  { minLength: 1, maxLength: 8 },
);

/** Groups in groups, in two sections. */
export function hostilePage(): Page {
  return makeTestPage([
    makeTestSection('g0', { parentUuid: 's1' }),
    makeTestSection('g1', { parentUuid: 'g0' }),
    makeTestSection('g2', { parentUuid: 'g1' }),
    makeTestSection('g3', { parentUuid: 's2' }),
    makeTestSection('g4', { parentUuid: 'g3', locked: true }),
    makeTestBlock('a', { parentUuid: 'g2' }),
    makeTestBlock('b', { parentUuid: 'g4' }),
    makeTestBlock('c', { parentUuid: 's1' }),
  ]);
}

/** More steps than deciding on any of these ops takes. */
const MAX_STEPS = 10_000;

/**
 * Decides on ops one after the other.
 *
 * @returns what went wrong: an exception, too much work, or an invalid page; null if nothing did
 */
export function problemWith(ops: readonly (readonly object[])[]): string | null {
  const records = new PageRecords(hostilePage());
  for (const [index, intents] of ops.entries()) {
    records.seq = index + 1;
    const work = resolveInSteps(records, intents, {
      kits: [],
      maxBlocks: 200,
      role: 'editor',
      baseSeq: index % 2,
      isLockedByOther: (each) => each === 'c',
      senderHistory: UNKNOWN_SENDER,
    });
    try {
      let steps = 0;
      let step = work.next();
      for (; !step.done; step = work.next())
        if (++steps > MAX_STEPS) return `op ${String(index)} takes too many steps`;
      if (step.value.ok) finish(measurePatch(finish(patchOf(step.value.value.change))));
    } catch (error) {
      return `op ${String(index)} throws ${String(error instanceof Error ? error.stack : error)}`;
    }
    const parsed = safeParsePage(records.toPage());
    if (!parsed.ok) return `op ${String(index)} leaves ${JSON.stringify(parsed.details)}`;
  }
  return null;
}
