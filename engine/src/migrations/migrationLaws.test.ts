import { expect } from 'chai';
import fc from 'fast-check';
import { CobbleError } from '../model/CobbleError.ts';
import { equalJson, isRecord } from '../model/json.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { makeLegacyPage } from '../testing/makeLegacyPage.ts';
import { boxesOfLegacyPage, boxesOfPage, expectSameBoxes } from '../testing/pageBoxes.ts';
import { migratePage } from './migratePage.ts';

type Json = Record<string, unknown>;

const px = fc.double({ min: -2000, max: 3000, noNaN: true, noDefaultInfinity: true });
const sizePx = fc.double({ min: 0, max: 3000, noNaN: true, noDefaultInfinity: true });
const thing = fc.record({
  type: fc.constantFrom('group', 'group', 'shape', 'text', 'button', 'image', 'weather'),
  parent: fc.option(fc.nat(), { nil: null }),
  order: fc.nat(5),
  x: px,
  y: px,
  width: sizePx,
  height: sizePx,
  rotationDeg: fc.integer({ min: -360, max: 360 }),
});

/** Old pages with nested groups; a block may be in any group before it. */
const legacyPage = (versions: readonly (string | undefined)[]): fc.Arbitrary<Json> =>
  fc
    .tuple(fc.array(thing, { maxLength: 25 }), fc.constantFrom(...versions))
    .map(([list, version]) => {
      const unit = version === undefined || version < '0.3.0' ? 1 : 600;
      const hasSections = version !== undefined && version >= '0.2.0';
      const groups: string[] = [];
      const things: Json = {};
      if (hasSections) {
        things.root = {
          uuid: 'root',
          type: 'group',
          // Below 100 and above all indexes, so no other group has it.
          content: { groupOrder: 50 },
          position: { x: 0, y: 0, width: 480 / unit, height: 900 / unit },
        };
        groups.push('root');
      }
      list.forEach(({ type, parent, order, x, y, width, height, rotationDeg }, index) => {
        const uuid = `block-${String(index)}`;
        const isFree = parent === null && (!hasSections || type === 'group');
        const parentUuid = isFree ? undefined : groups[(parent ?? 0) % Math.max(1, groups.length)];
        things[uuid] = {
          uuid,
          type,
          ...(parentUuid === undefined ? {} : { parentUuid }),
          position: {
            x: x / unit,
            y: y / unit,
            width: width / unit,
            height: height / unit,
            rotationDeg,
            zIndex: index,
          },
          ...(type === 'group'
            ? { content: { groupDisplay: 'freeform', groupOrder: order * 100 + index } }
            : {}),
        };
        if (type === 'group' && groups.length < 20) groups.push(uuid);
      });
      return {
        ID: 1,
        slug: 'old',
        settings: version === undefined ? {} : { editorVersion: version },
        things,
      };
    });

const validLegacyPage = legacyPage([
  undefined,
  '0.1.0',
  '0.2.0',
  '0.2.9',
  '0.3.0',
  '0.4.1',
  '0.5.2',
  '0.6.0',
]);

/** Migrates any value: the result must be a valid page or an error with a path. */
function outcomeOf(json: unknown): string {
  try {
    const { page, migrated } = migratePage(json);
    expect(equalJson(parsePage(JSON.parse(JSON.stringify(page))), page)).to.equal(true);
    return migrated ? 'migrated' : 'current';
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    expect(error.details.path).to.be.a('string');
    return error.code;
  } finally {
    expect(Reflect.get({}, 'polluted')).to.equal(undefined);
  }
}

describe('migratePage (laws)', () => {
  it('keeps the position of every block, including rotated and nested ones [G3]', () => {
    fc.assert(
      fc.property(validLegacyPage, (page) => {
        expectSameBoxes(boxesOfLegacyPage(page), boxesOfPage(migratePage(page).page));
      }),
      { numRuns: 150 },
    );
  });

  it('keeps the position of every block of the benchmark’s pages, and loses none [G3, G8]', () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    for (const editorVersion of [undefined, '0.1.5']) {
      const page = makeLegacyPage(
        300,
        random,
        editorVersion === undefined ? {} : { editorVersion },
      );
      const { page: migrated, warnings } = migratePage(page);
      expect(warnings).to.eql([]);
      expect(Object.keys(migrated.things)).to.have.length(301);
      expectSameBoxes(boxesOfLegacyPage(page), boxesOfPage(migrated));
    }
  });

  it('returns a valid, frozen and deterministic page [G4]', () => {
    fc.assert(
      fc.property(validLegacyPage, (page) => {
        const before = JSON.stringify(page);
        const first = migratePage(page);
        expect(JSON.stringify(page)).to.equal(before);
        expect([page.things, page.settings].some(Object.isFrozen)).to.equal(false);
        expect(Object.isFrozen(first.page.things)).to.equal(true);
        for (const block of Object.values(first.page.things))
          for (const part of Object.values(block))
            expect(typeof part !== 'object' || Object.isFrozen(part)).to.equal(true);
        expect(JSON.stringify(migratePage(page))).to.equal(JSON.stringify(first));
        const again = migratePage(JSON.parse(JSON.stringify(first.page)));
        expect(again.migrated).to.equal(false);
        expect(JSON.stringify(again.page)).to.equal(JSON.stringify(first.page));
      }),
      { numRuns: 80 },
    );
  });

  it('preserves unknown fields everywhere [G5]', () => {
    const name = fc.constantFrom('zest', 'x-thing', 'Übung', 'with space', '$', '0', 'legacy');
    const unknownFields = fc.dictionary(name, fc.jsonValue({ maxDepth: 3 }).filter(isSafe), {
      maxKeys: 3,
    });
    fc.assert(
      fc.property(validLegacyPage, unknownFields, (page, fields) => {
        const migrated = migratePage(addFields(page, fields)).page;
        const expectFields = (target: unknown): void => {
          for (const [key, value] of Object.entries(fields))
            expect(equalJson((target as Json)[key], value), key).to.equal(true);
        };
        [migrated, migrated.settings, migrated.style].forEach(expectFields);
        const stored = page.things as Json;
        for (const id of Object.keys(stored)) {
          const block = migrated.things[id];
          [block, block?.position, block?.properties, block?.styles, block?.content].forEach(
            expectFields,
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('turns any JSON into a page or an error with a path [G6]', () => {
    const version = fc.constantFrom(
      undefined,
      null,
      '',
      '0.1.0',
      '0.2.0',
      '0.3.0',
      '0.4.0',
      '0.5.2',
      '0.6.0',
      '0.7.0',
      '9.0.0',
      'x',
      0.4,
      {},
    );
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true, withMap: true, withBigInt: true }),
        (value) => void outcomeOf(value),
      ),
    );
    fc.assert(
      fc.property(version, fc.jsonValue(), fc.jsonValue(), (editorVersion, things, style) => {
        outcomeOf({ settings: { editorVersion }, things, style });
        outcomeOf({
          settings: { editorVersion },
          style,
          things: { a: things, b: { type: 'text', text: style, content: things } },
        });
      }),
      { numRuns: 150 },
    );
  });

  it('turns damaged pages into a page or an error with a path [G6]', () => {
    let seed = 3;
    const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const hostileValue = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom<unknown>(
        NaN,
        Infinity,
        -1e300,
        'javascript:alert(1)',
        '50%',
        '12px',
        '#fff"',
        'url(x)',
        {},
        [],
        '__proto__',
        'constructor',
        JSON.parse('{"__proto__":{"polluted":1}}'),
      ),
    );
    const richText = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: '/a' } }] }],
        },
      ],
    };
    fc.assert(
      fc.property(
        fc.nat(),
        fc.array(fc.tuple(fc.nat(), hostileValue), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('0.1.0', '0.2.0', '0.4.0', '0.5.2', '0.6.5'),
        (size, damages, editorVersion) => {
          const page = structuredClone(makeLegacyPage(1 + (size % 30), random, { editorVersion }));
          (page.things as Json).text = {
            type: 'text',
            content: { text: structuredClone(richText) },
          };
          for (const [index, value] of damages) damage(page, index, value);
          outcomeOf(page);
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** Whether a value can be preserved: no key is rejected, and JSON writes no number differently. */
function isSafe(value: unknown): boolean {
  return (
    !/__proto__|"constructor"|"prototype"/.test(JSON.stringify(value)) &&
    equalJson(JSON.parse(JSON.stringify(value)), value)
  );
}

function addFields(page: Json, fields: Json): Json {
  const things: Json = {};
  for (const [id, stored] of Object.entries(page.things as Json)) {
    const block = stored as Json;
    const into = (value: unknown): Json => ({ ...(isRecord(value) ? value : {}), ...fields });
    things[id] = {
      ...block,
      ...fields,
      position: into(block.position),
      properties: into(block.properties),
      styles: into(block.styles),
      content: into(block.content),
    };
  }
  return {
    ...page,
    ...fields,
    settings: { ...(page.settings as Json), ...fields },
    style: { ...fields },
    things,
  };
}

/** Replaces the value at an index in a traversal of all values. */
function damage(root: Json, index: number, value: unknown): void {
  const fields: (readonly [Json, string])[] = [];
  const walk = (parent: unknown): void => {
    if (typeof parent !== 'object' || parent === null) return;
    for (const key of Object.keys(parent)) {
      fields.push([parent as Json, key]);
      walk((parent as Json)[key]);
    }
  };
  walk(root);
  const [target, key] = fields[index % fields.length] ?? [root, 'things'];
  // A copy, so that damage to one place does not reach another and no value contains itself.
  if (key !== 'editorVersion') target[key] = structuredClone(value);
}
