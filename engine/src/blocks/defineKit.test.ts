/* eslint-disable @typescript-eslint/ban-ts-comment -- what the compiler rejects is what is tested */
import { expect } from 'chai';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';
import type { Editor } from '../editor/Editor.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { type KitWarning, parsePage } from '../parsing/index.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestPage } from '../testing/makeTestPage.ts';
import { defineBlock, type BlockOf } from './BlockDefinition.ts';
import { defineKit } from './defineKit.ts';
import type { Kit } from './Kit.ts';

const content = z.looseObject({ stars: z.number().int().min(0).max(5), of: z.string().max(50) });
const rating = defineBlock({
  type: 'rating',
  content,
  capabilities: { keepsAspect: true },
  role: 'image',
  defaultSizePx: () => ({ width: 200, height: 40 }),
  defaultContent: () => ({ stars: 4, of: 'Bread' }),
  plainText: ({ of }) => of,
  altText: ({ stars, of }) => `${of}: ${String(stars)} of 5 stars`,
});
const kit = defineKit({ block: rating });

const passes = (value: unknown): boolean => content.safeParse(value).success;

/** The path in the error that `defineKit` throws for a definition with these fields. */
function problemOf(wrong: Readonly<Record<string, unknown>>, parts: Partial<Kit> = {}): string {
  const error = errorOf(wrong, parts);
  return error ? String(error.details.path) : 'valid';
}

/** The path and the reason in the message of that error. */
function messageOf(wrong: Readonly<Record<string, unknown>>): string {
  return errorOf(wrong)?.message.replace('kit rating: block.', '') ?? 'valid';
}

function errorOf(
  wrong: Readonly<Record<string, unknown>>,
  parts: Partial<Kit> = {},
): CobbleError | null {
  try {
    defineKit({ ...parts, block: { ...rating, ...wrong } as never });
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    expect(error.code).to.equal('kit_invalid');
    expect(error.message).to.include(String(error.details.path));
    return error;
  }
  return null;
}

describe('defineKit', () => {
  it('says in the message what a function of the kit threw', () => {
    const defaultContent = (): never => {
      throw new TypeError('no stars today');
    };
    expect(() => defineKit({ block: { ...rating, defaultContent } })).to.throw(
      'kit rating: block.defaultContent threw an error: no stars today',
    );
  });

  it('names the invalid field in the error [B8]', () => {
    expect(problemOf({})).to.equal('valid');
    for (const type of [
      'Rating',
      'my_rating',
      '',
      'a--b',
      '-a',
      '1st',
      'a'.repeat(42),
      null,
      'text',
      'youtube',
    ])
      expect(problemOf({ type }), String(type)).to.equal('block.type');
    expect(problemOf({ content: undefined })).to.equal('block.content');
    expect(problemOf({ role: 'hero' })).to.equal('block.role');
    expect(problemOf({ capabilities: undefined })).to.equal('block.capabilities');
    // Without `defineBlock`, as in plain JavaScript.
    expect(problemOf({ capabilities: undefined, role: undefined })).to.equal('block.capabilities');
    // No block can have a list as its content.
    expect(problemOf({ content: z.array(z.string()), defaultContent: () => [] })).to.equal(
      'block.defaultContent',
    );
    expect(problemOf({ capabilities: { ...rating.capabilities, uploads: 'yes' } })).to.equal(
      'block.capabilities.uploads',
    );
    expect(problemOf({ capabilities: { ...rating.capabilities, containsBlocks: true } })).to.equal(
      'block.capabilities.containsBlocks',
    );
    expect(problemOf({ capabilities: { ...rating.capabilities, editsText: true } })).to.equal(
      'block.capabilities.editsText',
    );
    expect(problemOf({ defaultContent: () => ({ stars: 9, of: '' }) })).to.equal(
      'block.defaultContent.stars',
    );
    expect(
      problemOf({ defaultContent: (random: () => number) => ({ stars: random() * 5, of: '' }) }),
    ).to.equal('block.defaultContent.stars');
    expect(problemOf({ defaultContent: () => ({ stars: 1, of: '', at: new Date(0) }) })).to.equal(
      'block.defaultContent.at',
    );
    // It would not be shown, and an edit could not set it.
    expect(problemOf({ defaultContent: () => ({ stars: 1, of: '', fo: 'Bread' }) })).to.equal(
      'block.defaultContent.fo',
    );
    expect(problemOf({ defaultStyles: { opacity: 2 } })).to.equal('block.defaultStyles.opacity');
    expect(problemOf({ plainText: () => 7 })).to.equal('block.plainText');
    expect(
      problemOf({
        altText: () => {
          throw new Error('no');
        },
      }),
    ).to.equal('block.altText');
    expect(problemOf({ aspectRatio: () => 0 })).to.equal('block.aspectRatio');
    expect(problemOf({ smallestFontSizePx: () => 0 })).to.equal('block.smallestFontSizePx');
    expect(problemOf({ scaleText: () => ({ title: 7 }) })).to.equal('block.scaleText');
    for (const size of [{ width: NaN, height: 1 }, null, 5])
      expect(problemOf({ defaultSizePx: () => size as never })).to.equal('block.defaultSizePx');
    const hole = new Array<never>(1);
    expect(problemOf({ version: 2, migrations: hole })).to.equal('block.migrations');
    expect(problemOf({}, { staticView: 'div' as never })).to.equal('staticView');
    expect(problemOf({}, { loadCanvasView: {} as never })).to.equal('loadCanvasView');
  });

  it('says which value of the default content a page cannot store, and not that something was thrown [B8]', () => {
    const returns = (more: object) => ({
      defaultContent: () => ({ stars: 1, of: '', ...more }),
    });
    expect(messageOf(returns({ rows: [{ at: new Date(0) }] }))).to.equal(
      'defaultContent.rows.0.at must be a plain object',
    );
    expect(messageOf(returns({ a: { constructor: 1 } }))).to.equal(
      'defaultContent.a.constructor must not be a key',
    );
    expect(messageOf(returns({ a: [NaN] }))).to.equal('defaultContent.a.0 must be a finite number');
    expect(messageOf(returns({ a: () => 1 }))).to.equal('defaultContent.a must be JSON');
    expect(messageOf({ defaultContent: () => new Map() })).to.equal(
      'defaultContent must return a plain object',
    );
    expect(messageOf({ defaultContent: () => null })).to.equal(
      'defaultContent must return an object',
    );
    expect(messageOf({ defaultContent: () => Promise.resolve({}) })).to.equal(
      'defaultContent must not be async',
    );
    for (const name of ['defaultContent', 'plainText', 'altText'])
      for (const value of [undefined, null, { stars: 1, of: '' }])
        expect(messageOf({ [name]: value })).to.equal(`${name} must be a function`);
  });

  it('says how many migrations there must be [B8, B17]', () => {
    const migration = (content: object) => content;
    expect(messageOf({ version: 3, migrations: [migration] })).to.equal(
      'migrations must be a list of 2 functions, one from each earlier version to the next',
    );
    expect(messageOf({ version: 2 })).to.equal(
      'migrations must be a list of one function, from version 1 to 2',
    );
    expect(messageOf({ migrations: [migration] })).to.equal(
      'migrations must be empty: there is no version before 1',
    );
  });

  it('says what is wrong with default styles and rewritten content, at which field [B8, J12]', () => {
    expect(messageOf({ defaultStyles: { opacity: 5 } })).to.equal(
      'defaultStyles.opacity is invalid: Too big: expected number to be <=1',
    );
    for (const name of ['scalePx', 'scaleText', 'remapIds']) {
      const returns = (result: unknown) => messageOf({ [name]: () => result });
      expect(returns({ stars: '1', of: '' })).to.match(
        /^\w+ must return content that passes the kit's own schema: content.stars: Invalid input/,
      );
      expect(returns({ stars: 1, of: '', at: [new Date(0)] })).to.equal(
        `${name} must return plain JSON: content.at.0 must be a plain object`,
      );
      expect(returns({ stars: 1, of: '', strs: 2 })).to.equal(
        `${name} must return known fields only: content.strs is not a field of this version; did you mean stars?`,
      );
      expect(returns(undefined)).to.equal(`${name} must return plain JSON: content must be JSON`);
    }
  });

  it('rejects a schema that fills in defaults or changes content, at the field [B19]', () => {
    const stars = z.number().int().min(0).max(5);
    const of = z.string();
    const schemas: Readonly<Record<string, object>> = {
      'block.content.of': z.object({ stars, of: of.default('Bread') }),
      'block.content.stars': z.looseObject({ stars: z.coerce.number().default(3), of }),
      'block.content.note': z.object({ stars, of, note: z.string().default('') }),
      'block.content.deep.list.0.b': z.looseObject({
        deep: z.object({ list: z.array(z.object({ a: z.string(), b: z.string().default('') })) }),
      }),
    };
    const deep = { list: [{ a: '', b: '' }] };
    const defaultContent = () => ({ stars: 1, of: '', deep });
    for (const [path, schema] of Object.entries(schemas))
      expect(problemOf({ content: schema, defaultContent }), path).to.equal(path);
    const upper = z.looseObject({ of: of.transform((text) => text.toUpperCase()) });
    expect(problemOf({ content: upper })).to.equal('block.content.of');
    expect(problemOf({ content: z.object({ stars, of, note: of.optional() }) })).to.equal('valid');
  });

  it('parses long default content no more often than short, so that a kit with hundreds of items does not delay its host [B19]', () => {
    const item = z.looseObject({ a: z.number(), b: z.looseObject({ c: z.string() }) });
    const callsFor = (length: number, inRecord = false): number => {
      let calls = 0;
      const items = z.array(z.union([z.string(), item]));
      const schema = z.looseObject({ items, byName: z.record(z.string(), item) });
      const list = Array.from({ length }, () => ({ a: 1, b: { c: '' } }));
      const byName = inRecord
        ? Object.fromEntries(list.map((each, at) => [`n${String(at)}`, each]))
        : {};
      expect(
        problemOf({
          content: {
            safeParse: (value: unknown) => {
              calls += 1;
              return schema.safeParse(value);
            },
          },
          defaultContent: () => ({ items: ['text', ...list], byName, of: '', stars: 1 }),
        }),
      ).to.equal('valid');
      return calls;
    };
    expect(callsFor(100)).to.equal(callsFor(2)).and.be.greaterThan(4);
    expect(callsFor(1000, true)).to.equal(callsFor(100, true));
  });

  it('finds a default in an item of a list whose other items have other keys [B19]', () => {
    const toned = z.object({ tone: z.string(), b: z.string().default('') });
    const items = z.array(z.union([z.object({ a: z.string() }), toned]));
    const defaultContent = () => ({ items: [{ a: '' }, { tone: '', b: '' }] });
    const path = 'block.content.items.1.b';
    expect(problemOf({ content: z.looseObject({ items }), defaultContent })).to.equal(path);
  });

  it('accepts a schema of zod 3, which then validates like one of zod 4 [B19]', () => {
    const old = z3.object({ stars: z3.number().max(5), of: z3.string() }).passthrough();
    const block = defineBlock({
      type: 'rating',
      content: old,
      defaultContent: () => ({ stars: 4, of: 'Bread' }),
      plainText: ({ of, stars }) => of.repeat(stars),
    });
    const kits = [defineKit({ block })];
    expect(problemOf({ content: z3.object({ of: z3.string().default('') }) })).to.equal(
      'block.content.of',
    );
    const good = makeTestPage([
      makeTestBlock('r', { type: 'rating', content: { stars: 3, of: 'Soup', more: [1] } }),
    ]);
    expect(parsePage(good, { kits })).to.deep.equal(good);
    const editor = makeTestEditor([], { page: parsePage(good), kits });
    expect(editor.add({ type: 'rating', content: { stars: 5 } }).ok).to.equal(true);
    expect(editor.update('r', { content: { stars: 2 } }).ok).to.equal(true);
    expect(editor.update('r', { content: { stars: 9 } })).to.have.nested.include({
      code: 'invalid_block',
      'details.path': 'content.stars',
    });
  });

  const withSchema = (safeParse: (value: unknown) => unknown): Kit =>
    defineKit({ block: { ...rating, content: { safeParse } as never } });

  it('lets no invalid content into pages with a schema that says only `success` [B19]', () => {
    const adapters: Readonly<Record<string, (value: unknown) => unknown>> = {
      'without data': (value) =>
        passes(value) ? { success: true, data: value } : { success: false },
      'with data': (value) => ({ success: passes(value), data: value }),
      'with an error that has no issues': (value) =>
        passes(value)
          ? { success: true, data: value }
          : { success: false, error: new Error('Too many stars') },
    };
    for (const [name, safeParse] of Object.entries(adapters)) {
      const kits = [withSchema(safeParse)];
      const editor = makeTestEditor([], { kits });
      expect(editor.add({ type: 'rating' }).ok, name).to.equal(true);
      const [uuid = ''] = editor.selection;
      const message = name.includes('error') ? 'Too many stars' : 'is invalid';
      const refused = {
        code: 'invalid_block',
        'details.path': 'content',
        'details.message': message,
      };
      expect(editor.update(uuid, { content: { stars: 9 } }), name).to.nested.include(refused);
      expect(editor.add({ type: 'rating', content: { stars: 9 } }), name).to.nested.include(
        refused,
      );
    }
  });

  it('names the invalid field for issues of other libraries, whose paths are objects [B19]', () => {
    const issue = { message: 'Too many', path: [{ type: 'object', key: 'stars' }] };
    const result = (value: unknown) =>
      passes(value)
        ? { success: true, data: value }
        : { success: false, error: { issues: [issue] } };
    const editor = makeTestEditor([], { kits: [withSchema(result)] });
    expect(editor.add({ type: 'rating', content: { stars: 9 } })).to.deep.include({
      details: { path: 'content.stars', message: 'Too many' },
    });
  });

  it('names the field and the reason wherever other libraries put them, so that an author is not left with "is invalid" [B19]', () => {
    const message = 'Too many';
    const at = 'content.list.0.stars';
    const failures: readonly (readonly [name: string, failure: object, path: string])[] = [
      ['messages', { error: { issues: [message] } }, 'content'],
      ['a message', { error: message }, 'content'],
      ['Valibot', { issues: [{ path: [{ key: 'list' }, { key: 0 }, 'stars'], message }] }, at],
      ['a list', { error: [{ path: ['list', 0, 'stars'], message }] }, at],
      ['text', { error: { issues: [{ path: 'list[0].stars', message }] } }, at],
      ['a JSON pointer', { error: { issues: [{ path: '/list/0/stars', message }] } }, at],
      ['an escaped pointer', { error: [{ path: '/of~1by/~0a', message }] }, 'content.of/by.~a'],
      ['Ajv', { error: [{ instancePath: '/list/0/stars', message }] }, at],
      ['Ajv at the root', { error: [{ instancePath: '', message }] }, 'content'],
    ];
    for (const [name, failure, path] of failures) {
      const kits = [
        withSchema((value) =>
          passes(value) ? { success: true, data: value } : { success: false, ...failure },
        ),
      ];
      const refused = makeTestEditor([], { kits }).add({ type: 'rating', content: { stars: 9 } });
      expect(refused, name).to.deep.include({ details: { path, message } });
    }
  });

  it('says what is wrong with a schema that returns no result, instead of refusing every block later [B19]', () => {
    const noResult =
      'must return `{ success, data }` or `{ success: false, error }` from `safeParse`';
    const messages: Readonly<Record<string, (value: unknown) => unknown>> = {
      'must return the content as `data` of the result of `safeParse`': (value) => ({
        success: passes(value),
      }),
      // eslint-disable-next-line @typescript-eslint/require-await -- a mistake of plain JavaScript
      'must not be async': async () => {
        throw new Error('later');
      },
      [noResult]: () => undefined,
      // Valibot's `safeParse` has `output` instead of `data`; ArkType returns the content itself.
      [`${noResult} `]: (value) => value,
      // Only for invalid content.
      [`${noResult}  `]: (value) => (passes(value) ? { success: true, data: value } : undefined),
    };
    for (const [message, safeParse] of Object.entries(messages))
      expect(() => withSchema(safeParse), message)
        .to.throw(CobbleError, `kit rating: block.content ${message.trim()}`)
        .with.deep.include({
          code: 'kit_invalid',
          details: { type: 'rating', path: 'block.content' },
        });
    expect(() => withSchema(() => ({ success: false }))).to.throw(
      CobbleError,
      "block.defaultContent does not pass the kit's own schema: is invalid",
    );
  });

  it('has `defaultContent` called once for each block that is added [B20]', () => {
    let calls = 0;
    const defaultContent = () => ({ stars: (calls += 1) % 6, of: 'Bread' });
    const kits = [{ block: { ...rating, defaultContent } } as unknown as Kit];
    const editor = makeTestEditor([], { kits });
    editor.add([{ type: 'rating' }, { type: 'rating', position: { width: 0.5 } }]);
    expect(calls).to.equal(2);
    expect(editor.selectedBlocks.map(({ content }) => content)).to.deep.equal([
      { stars: 1, of: 'Bread' },
      { stars: 2, of: 'Bread' },
    ]);
  });

  it('takes options that are undefined, as a wrapper passes them on, for omitted ones', () => {
    const wrapped = (options: Partial<Parameters<typeof defineBlock>[0]> = {}) => {
      const { plainText, altText, role, defaultStyles, capabilities, version } = options;
      const more = { plainText, altText, role, defaultStyles, capabilities, version };
      return defineBlock({
        type: 'bell',
        content,
        defaultContent: rating.defaultContent,
        ...(more as object),
      });
    };
    const omitted = defineBlock({ type: 'bell', content, defaultContent: rating.defaultContent });
    const { block } = defineKit({ block: wrapped() });
    expect(block).to.include({ role: 'image', version: undefined });
    expect(block.altText(block.defaultContent(() => 0))).to.equal('');
    expect([block.defaultStyles, block.capabilities]).to.eql([{}, omitted.capabilities]);
    const texts = wrapped({ capabilities: { hasText: true, uploads: undefined as never } });
    expect(defineKit({ block: texts }).block).to.deep.include({
      role: 'text',
      capabilities: { ...omitted.capabilities, hasText: true },
    });
  });

  it('returns a frozen kit', () => {
    expect(Object.isFrozen(kit)).to.equal(true);
    expect(kit.block).to.equal(rating);
  });
});

describe('a kit that is an instance of a class', () => {
  class Meter {
    readonly type = 'meter' as const;
    readonly content = z.looseObject({ widthPx: z.number() });
    readonly #unit = 10;
    readonly cache = new Map<string, number>();
    defaultContent() {
      return { widthPx: this.#unit };
    }
    scalePx(content: { readonly widthPx: number }, factor: number) {
      return { ...content, widthPx: this.rounded(content.widthPx * factor) };
    }
    plainText() {
      return this.#unit.toFixed();
    }
    rounded(px: number) {
      return Math.round(px);
    }
  }

  it('keeps its methods and those of its definition, which would otherwise be lost without an error [B8]', () => {
    class LongMeter extends Meter {
      override readonly defaultContent = () => ({ widthPx: 400 });
      get embed() {
        return new Site();
      }
    }
    class Site {
      readonly platform = 'Meter';
      readonly icon = 'link';
      readonly color = '#000';
      readonly action = 'Measure';
      readonly host = 'meter.example';
      pageUrl() {
        return `https://${this.host}/`;
      }
      frameUrl() {
        return null;
      }
    }
    class MeterKit {
      readonly block = defineBlock(new LongMeter());
      readonly #text = 'measured';
      staticView() {
        return { content: [this.#text] };
      }
    }
    const kit = defineKit(new MeterKit());
    expect(kit.staticView?.({} as never, {} as never)).to.eql({ content: ['measured'] });
    const editor = makeTestEditor([], { kits: [kit] });
    const [uuid = ''] = editor.add({ type: 'meter' }).unwrap();
    editor.setReferenceWidth(750, { scale: true }).unwrap();
    expect(editor.blocks.get(uuid)?.content).to.eql({ widthPx: 500 });
    expect(editor.copy(uuid)?.text).to.equal('10');
    expect(editor.definitionOf('meter')?.embed?.pageUrl({})).to.equal('https://meter.example/');
  });

  it('need not have a definition of `defineBlock` [B8]', () => {
    class Complete extends Meter {
      readonly role = 'image';
      readonly capabilities = rating.capabilities;
      readonly defaultStyles = {};
      altText() {
        return this.plainText();
      }
    }
    const { block } = defineKit({ block: new Complete() });
    expect(Object.keys(block)).to.include.members(['scalePx', 'altText']).and.not.include('cache');
    expect(block.altText({ widthPx: 1 })).to.equal('10');
  });

  it('is rejected for a misspelt method or field, which would be left out like a private one [B8, J12]', () => {
    class Misspelt extends Meter {
      scaletext(content: { readonly widthPx: number }) {
        return content;
      }
    }
    class Wrong extends Meter {
      readonly capabilites = { hasText: true };
    }
    class Own extends Meter {
      readonly _version = 2;
      readonly states = new Set<string>();
    }
    class Kit {
      readonly block = rating;
      staticview() {
        return { content: [] };
      }
    }
    const problem =
      /kit meter: block\.(scaletext|capabilites) is not a part of a kit; did you mean/;
    for (const wrong of [new Misspelt(), new Wrong()])
      expect(() => defineBlock(wrong))
        .to.throw(CobbleError, problem)
        .with.property('code', 'kit_invalid');
    expect(() => defineKit(new Kit())).to.throw('did you mean staticView?');
    expect(defineKit({ block: defineBlock(new Own()) }).block.type).to.equal('meter');
  });
});

describe('blocks of a kit', () => {
  const kits = [kit];
  const page = makeTestPage([
    makeTestBlock('r', { type: 'rating', content: { stars: 3, of: 'Soup', later: { a: 1 } } }),
  ]);

  it('are validated by the kit’s schema where the kit is passed [B9]', () => {
    const bad = makeTestPage([
      makeTestBlock('r', { type: 'rating', content: { stars: 6, of: '' } }),
    ]);
    const paths: string[] = [];
    const onWarning = ({ path }: KitWarning) => void paths.push(path);
    expect(parsePage(page, { kits, onWarning })).to.deep.equal(page);
    expect(paths).to.deep.equal([]);
    expect(parsePage(bad, { kits, onWarning })).to.deep.equal(bad);
    expect(paths).to.deep.equal(['things.r.content.stars']);
    expect(parsePage(bad, { onWarning })).to.deep.equal(bad);
    expect(paths).to.have.length(1);
  });

  it('are edited like built-in blocks [B9]', () => {
    const editor = makeTestEditor([], { page, kits });
    const added = editor.add({ type: 'rating', content: { stars: 5 } });
    expect(added.ok).to.equal(true);
    const [uuid = ''] = added.ok ? added.value : [];
    const { position, content: defaults } = editor.blocks.get(uuid) ?? makeTestBlock('x');
    expect(defaults).to.deep.equal({ stars: 5, of: 'Bread' });
    expect(position.height / position.width).to.be.closeTo(0.2, 1e-4);
    expect(editor.update(uuid, { content: { stars: 2 } }).ok).to.equal(true);
    expect(editor.update(uuid, { content: { stars: 7 } })).to.include({ code: 'invalid_block' });
    editor.select([uuid]);
    const other = makeTestEditor([], { kits });
    expect(other.paste(editor.copy() ?? '').ok).to.equal(true);
    expect(other.selectedBlocks[0]?.content).to.deep.equal({ stars: 2, of: 'Bread' });
    while (editor.canUndo) editor.undo();
    expect(editor.page).to.deep.equal(page);
  });

  it('are unknown where the kit is not passed, and are preserved unchanged [B9]', () => {
    const editor: Editor<Kit> = makeTestEditor([], { page });
    expect(editor.add({ type: 'rating' })).to.include({ ok: false, code: 'unknown_type' });
    expect(editor.update('r', { position: { x: 0.5 } }).ok).to.equal(true);
    editor.select(['r']);
    expect(editor.duplicate().ok).to.equal(true);
    expect(editor.selectedBlocks[0]?.content).to.deep.equal(page.things.r?.content);
  });
});

/** The compiler is the test, as in newBlock.test.ts. */
describe('the type of a kit', () => {
  it('tells a host the type and content of its blocks, and still fits where a kit is expected', () => {
    type Rating = BlockOf<typeof kit.block>;
    const full: Rating['content'] = { stars: 5, of: 'Bread' };
    // @ts-expect-error Stars are a number.
    const wrong: Rating['content'] = { stars: 'five', of: 'Bread' };
    // @ts-expect-error The type is `rating`.
    const other: Rating['type'] = 'heart';
    const kits: readonly Kit[] = [kit];
    expect([full, wrong, other, kits].length).to.equal(4);
  });

  it('rejects default styles that do not exist, which `defineKit` would reject at run time', () => {
    const parts = { type: 'bell', content, defaultContent: () => ({ stars: 1, of: '' }) } as const;
    // @ts-expect-error The style is called `paddingPx`.
    const padded = defineBlock({ ...parts, defaultStyles: { padding: 3 } });
    // @ts-expect-error The width of a border is called `widthPx`.
    const framed = defineBlock({ ...parts, defaultStyles: { border: { width: 3 } } });
    // @ts-expect-error Opacity is a number.
    const faint = defineBlock({ ...parts, defaultStyles: { opacity: '50%' } });
    for (const block of [padded, framed, faint])
      expect(() => defineKit({ block })).to.throw('block.defaultStyles');
    const defaultStyles = {
      paddingPx: 3,
      border: { widthPx: 1, style: 'solid', color: '#000' },
    } as const;
    const valid = defineBlock({ ...parts, defaultStyles });
    expect(defineKit({ block: valid }).block.defaultStyles).to.deep.equal(defaultStyles);
  });

  it('has no misspelt fields of content in its own functions, which would show "undefined" to visitors [E48]', () => {
    const parts = { type: 'bell', content, defaultContent: () => ({ stars: 1, of: '' }) } as const;
    const blocks = [
      // @ts-expect-error The field is called `stars`.
      defineBlock({ ...parts, altText: ({ star }) => `${String(star)} stars` }),
      // @ts-expect-error The field is called `stars`.
      defineBlock({ ...parts, plainText: (given) => `${String(given.star)} stars` }),
      // @ts-expect-error The field is called `stars`.
      defineBlock({ ...parts, scalePx: (given) => ({ ...given, stars: Number(given.star ?? 1) }) }),
      // @ts-expect-error The field is called `stars`.
      defineBlock({ ...parts, aspectRatio: ({ star }) => Number(star ?? 1) }),
    ];
    for (const block of blocks) {
      const made = defineKit({
        block,
        // @ts-expect-error The field is called `stars`.
        staticView: (shown) => ({ content: String(shown.content.star) }),
      });
      expect(made.block.type).to.equal('bell');
    }
  });

  it('knows the content from a schema of another library, however its result is written [B19]', () => {
    const parts = { type: 'bell', defaultContent: () => ({ stars: 1, of: '' }) } as const;
    const parse = (value: unknown) => content.safeParse(value);
    const plainText = ({ of, stars }: z.infer<typeof content>) => of.repeat(stars);
    const blocks = [
      defineBlock({
        ...parts,
        content: {
          safeParse: (value: unknown) => {
            const { data, error } = parse(value);
            return data
              ? { success: true, data }
              : { success: false, error: { issues: error.issues } };
          },
        },
        plainText: ({ of, stars }) => of.repeat(stars),
      }),
      defineBlock({
        ...parts,
        content: {
          safeParse: (value: unknown) => {
            const { success, data } = parse(value);
            return { success, data };
          },
        },
        plainText: ({ of, stars }) => of.repeat(stars),
      }),
      defineBlock({
        ...parts,
        content: {
          safeParse: (value: unknown) => {
            const data: { readonly stars: number; readonly of: string } | undefined =
              parse(value).data;
            return data ? { success: true, data } : { success: false };
          },
        },
        // @ts-expect-error The field is called `stars`.
        plainText: ({ of, star }) => of.repeat(Number(star)),
      }),
      defineBlock({ ...parts, content, plainText }),
    ];
    for (const block of blocks) {
      const results = [1, 9].map((stars) => block.content.safeParse({ stars, of: '' }).success);
      expect(results).to.eql([true, false]);
    }
  });
});
