import { expect } from 'chai';
import fc from 'fast-check';
import { defineBlock } from '../blocks/BlockDefinition.ts';
import { z } from 'zod';
import {
  makeTestBlock,
  makeTestPage,
  makeTestSection,
  makeTestText,
} from '../testing/makeTestPage.ts';
import { rejectedWhile } from '../testing/rejectedWhile.ts';
import type { Block } from '../model/Block.ts';
import { CobbleError } from '../model/CobbleError.ts';
import type { Page } from '../model/Page.ts';
import { createEditor } from '../createEditor.ts';
import { parsePage, safeParsePage } from './parsePage.ts';

const page = makeTestPage([makeTestBlock('a'), makeTestText('t', 'Hello')]);

/** The page as JSON, with the field at a dotted path replaced. */
function pageWith(path: string, value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(page)) as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let at = copy;
  for (const key of keys) {
    at[key] ??= {};
    at = at[key] as Record<string, unknown>;
  }
  at[last] = value;
  return copy;
}

function problemOf(json: unknown): { code: string; path: unknown } {
  try {
    parsePage(json);
  } catch (error) {
    if (error instanceof CobbleError) return { code: error.code, path: error.details.path };
    throw error;
  }
  return { code: 'none', path: null };
}

/** The message that `parsePage` throws. */
function messageOf(json: unknown): string {
  try {
    parsePage(json);
  } catch (error) {
    if (error instanceof CobbleError) return error.message;
  }
  return '';
}

describe('parsePage', () => {
  it('begins its messages with the path, which an uncaught error in a browser shows', () => {
    const broken = pageWith('settings.referenceWidth', '600');
    expect(messageOf(broken)).to.match(/^settings\.referenceWidth: \w/);
    expect(messageOf(pageWith('things', 5))).to.equal(
      'things: must be an object of blocks by uuid',
    );
    expect(messageOf([])).to.equal('must be a page');
    expect(messageOf(JSON.stringify(page))).to.equal('must be a page: pass the parsed JSON');
  });

  it('suggests migratePage for a page of an older editor, and only for that', () => {
    const old = { ...page, settings: { ...page.settings, editorVersion: '0.4.0' } };
    const { referenceWidth: _, ...settings } = old.settings;
    const hint = /^settings\.referenceWidth: .*; call migratePage first/;
    expect(messageOf({ ...old, settings })).to.match(hint);
    expect(() => createEditor({ page: { ...old, settings } as unknown as Page })).to.throw(hint);
    expect(messageOf(pageWith('settings.referenceWidth', '600'))).not.to.contain('migratePage');
  });

  it('does not repeat the path in the message of a refusal, which has both', () => {
    expect(safeParsePage(pageWith('things', 5))).to.deep.include({
      details: { path: 'things', message: 'must be an object of blocks by uuid' },
    });
  });

  it('returns a deeply frozen copy of its input', () => {
    const json = JSON.parse(JSON.stringify(page)) as typeof page;
    const parsed = parsePage(json);
    expect(parsed).to.eql(json);
    expect(parsed).not.to.equal(json);
    expect(Object.isFrozen(json)).to.equal(false);
    const frozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(frozen));
    expect(frozen(parsed)).to.equal(true);
    expect(JSON.stringify(parsed)).to.equal(JSON.stringify(json));
  });

  it('preserves unknown types and unknown fields', () => {
    const hologram: Block = makeTestBlock('h', {
      type: 'hologram',
      content: { beams: [1, { deep: [true] }] },
    });
    const json = makeTestPage([{ ...hologram, future: { x: 1 } } as Block]);
    expect(parsePage(json).things.h).to.eql(json.things.h);
  });

  const cases: [path: string, value: unknown, code: string, at?: string][] = [
    ['slug', '', 'page_invalid_slug'],
    ['slug', 'a/b/c', 'page_invalid_slug'],
    ['settings.title', 'x'.repeat(501), 'page_invalid_title'],
    ['settings.description', 'x'.repeat(2001), 'page_invalid_description'],
    ['settings.referenceWidth', 5000, 'page_unsupported_settings'],
    ['settings.editorVersion', 'latest', 'page_unsupported_settings'],
    ['style.backgroundColor', 'red;}', 'page_invalid_style'],
    [
      'style.background',
      { imageUrl: 'javascript:1' },
      'page_invalid_asset_url',
      'style.background.imageUrl',
    ],
    ['things', [], 'page_invalid_thing'],
    ['things.a', null, 'page_invalid_thing'],
    ['things.a.uuid', 'b', 'page_invalid_thing'],
    ['things.a.type', 'Shape<script>', 'page_invalid_thing'],
    ['things.a.parentUuid', 'nowhere', 'page_invalid_thing'],
    ['things.a.parentUuid', 't', 'page_invalid_thing'],
    ['things.a.position.x', 1e9, 'page_invalid_position'],
    ['things.a.position.zIndex', 1.5, 'page_invalid_position'],
    ['things.a.position.width', null, 'page_invalid_position'],
    ['things.a.styles.opacity', 2, 'page_invalid_style'],
    [
      'things.a.styles.background',
      { color: 'url(x)' },
      'page_invalid_style',
      'things.a.styles.background.color',
    ],
    [
      'things.a.styles.background',
      { imageUrl: 'data:x' },
      'page_invalid_asset_url',
      'things.a.styles.background.imageUrl',
    ],
    ['things.a.properties.hyperlink', 'javascript:alert(1)', 'page_invalid_hyperlink'],
    ['things.a.properties.hyperlink', '//evil.example', 'page_invalid_hyperlink'],
    ['things.a.properties.htmlId', 'a"b', 'page_invalid_thing'],
    ['things.a.content.shapeColor', 'red"', 'page_invalid_thing'],
    ['things.t.content.text', { type: 'script' }, 'page_invalid_thing'],
    ['ID', 'seven', 'err_bad_request'],
    ['isPublic', 'yes', 'err_bad_request'],
  ];
  for (const [path, value, code, at] of cases)
    it(`rejects ${path} = ${JSON.stringify(value).slice(0, 40)} with ${code}`, () => {
      expect(problemOf(pageWith(path, value))).to.eql({ code, path: at ?? path });
    });

  it('names the image with the invalid URL and the text with the invalid link', () => {
    const image = makeTestBlock('i', { type: 'image', content: { url: 'blob:https://x/1' } });
    expect(problemOf(makeTestPage([image]))).to.eql({
      code: 'page_invalid_asset_url',
      path: 'things.i.content.url',
    });
    const link = { type: 'link', attrs: { href: 'java\tscript:1', target: null } };
    const text = makeTestText('t', '', {
      content: {
        text: {
          type: 'doc',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [link] }] }],
        },
      },
    });
    expect(problemOf(makeTestPage([text]))).to.eql({
      code: 'page_invalid_hyperlink',
      path: 'things.t.content.text',
    });
  });

  it('rejects cycles, orphans, excessive depth and pages without a section', () => {
    const group = (uuid: string, parentUuid: string) => makeTestSection(uuid, { parentUuid });
    expect(problemOf(makeTestPage([group('g', 'h'), group('h', 'g')])).code).to.equal(
      'page_invalid_thing',
    );
    expect(problemOf(makeTestPage([group('g', 'g')])).code).to.equal('page_invalid_thing');
    const { parentUuid: _, ...orphan } = makeTestBlock('o');
    expect(problemOf(makeTestPage([orphan]))).to.eql({
      code: 'page_invalid_thing',
      path: 'things.o.parentUuid',
    });
    const chain = Array.from({ length: 5000 }, (_unused, at) =>
      group(`g${String(at)}`, at === 0 ? 's1' : `g${String(at - 1)}`),
    );
    expect(problemOf(makeTestPage(chain)).code).to.equal('page_invalid_thing');
    expect(problemOf(makeTestPage(chain.toReversed())).code).to.equal('page_invalid_thing');
    expect(problemOf({ ...page, things: {} })).to.eql({
      code: 'page_invalid_thing',
      path: 'things',
    });
  });

  it('rejects keys that reach prototypes, without polluting any', () => {
    const hostile = (key: string) =>
      JSON.parse(
        JSON.stringify(page).replace('"properties":{}', `"properties":{"${key}":{"polluted":1}}`),
      ) as unknown;
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      expect(problemOf(hostile(key)).code).to.equal('page_invalid_thing');
      expect(problemOf(pageWith('settings', JSON.parse(`{"${key}":{}}`))).code).to.equal(
        'page_unsupported_settings',
      );
    }
    expect(problemOf(pageWith('things.toString', makeTestBlock('toString'))).code).to.equal(
      'page_invalid_thing',
    );
    expect(Reflect.get({}, 'polluted')).to.equal(undefined);
  });

  it('rejects deep nesting, cycles, getters and proxies that throw, and non-JSON values', () => {
    let deep: unknown = 1;
    for (let at = 0; at < 100_000; at++) deep = [deep];
    const circle: Record<string, unknown> = {};
    circle.again = circle;
    circle.twice = circle;
    const throwingProxy = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new TypeError('no');
        },
      },
    );
    const getter = Object.defineProperty({}, 'slug', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    for (const value of [deep, circle, throwingProxy, new Map(), () => 1, 1n, Symbol('x'), NaN])
      expect(problemOf(value).code).to.equal('err_bad_request');
    expect(problemOf(getter).path).to.equal('slug');
    for (const value of [deep, circle, throwingProxy, new Date(), () => 1, 1n, NaN])
      expect(problemOf({ ...page, extra: value }).code).to.equal('err_bad_request');
    for (const value of [null, undefined, 1, 'x', [], [[]], {}])
      expect(problemOf(value).code).to.equal('err_bad_request');
  });

  it('throws only CobbleErrors (law)', () => {
    const paths = [
      'slug',
      'settings',
      'style',
      'things',
      'things.a',
      'things.a.position',
      'things.a.content',
      'things.t.content.text',
      'things.s1.content',
      'relativeHeight',
      'site',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 4 }), (path, value) => {
        problemOf(pageWith(path, value));
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true, withMap: true, withBigInt: true }),
        (value) => {
          problemOf(value);
        },
      ),
    );
  });

  it('validates the content of kit blocks with their own definitions', () => {
    const clock = defineBlock({
      type: 'clock',
      content: z.object({ zone: z.string() }),
      defaultContent: () => ({ zone: 'UTC' }),
    });
    const kits = [{ block: clock as never }];
    const good = makeTestPage([makeTestBlock('c', { type: 'clock', content: { zone: 'UTC' } })]);
    const bad = makeTestPage([makeTestBlock('c', { type: 'clock', content: {} })]);
    expect(safeParsePage(good, { kits }).ok).to.equal(true);
    const paths: string[] = [];
    const onWarning = ({ path }: { path: string }) => void paths.push(path);
    expect(safeParsePage(bad, { kits, onWarning })).to.deep.include({ ok: true, value: bad });
    expect(paths).to.deep.equal(['things.c.content.zone']);
  });

  it('leaves no rejection of an async onWarning unhandled, which would end a Node process [B18]', async () => {
    const clock = defineBlock({
      type: 'clock',
      content: z.object({ zone: z.string() }),
      defaultContent: () => ({ zone: 'UTC' }),
    });
    const page = makeTestPage([makeTestBlock('c', { type: 'clock', content: {} })]);
    const onWarning = (): never => Promise.reject(new Error('async')) as never;
    const rejected = await rejectedWhile(() => {
      expect(safeParsePage(page, { kits: [{ block: clock as never }], onWarning }).ok).to.equal(
        true,
      );
    });
    expect(rejected).to.eql([]);
  });
});
