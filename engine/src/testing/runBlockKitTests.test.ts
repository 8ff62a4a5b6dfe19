import { expect } from 'chai';
import { z } from 'zod';
import { defineBlock } from '../blocks/BlockDefinition.ts';
import { findDefinition } from '../blocks/builtinBlocks.ts';
import type { Kit } from '../blocks/Kit.ts';
import { type BlockKitTestOptions, runBlockKitTests } from './runBlockKitTests.ts';

const block = defineBlock({
  type: 'price',
  content: z.looseObject({ what: z.string().max(100), cents: z.number().int().min(0) }),
  role: 'text',
  defaultContent: () => ({ what: 'Bread', cents: 350 }),
  defaultSizePx: ({ what }) => ({ width: 100 + what.length, height: 40 }),
  plainText: ({ what }) => what,
});
const valid: Kit = { block: block as never };

/** Returns the titles of the tests that fail for a kit. */
async function failedTests(
  kit: Kit,
  options: Partial<BlockKitTestOptions> = {},
): Promise<string[]> {
  return (await failuresOf(kit, options)).map(([title]) => title);
}

async function failuresOf(
  kit: Kit,
  options: Partial<BlockKitTestOptions>,
): Promise<[title: string, error: unknown][]> {
  const tests: [string, () => void | Promise<void>][] = [];
  runBlockKitTests(kit, {
    describe: (_, define) => {
      define();
    },
    it: (title, run) => tests.push([title, run]),
    ...options,
  });
  expect(tests.length).to.be.greaterThan(6);
  const failed: [title: string, error: unknown][] = [];
  for (const [title, run] of tests)
    try {
      await run();
    } catch (error) {
      failed.push([title, error]);
    }
  return failed;
}

const broken = (overrides: object): Kit => ({ block: { ...block, ...overrides } as never });
const rendering = (html: string) => ({ renderPage: () => ({ html, warnings: [] }) });
const withStaticView: Kit = { ...valid, staticView: () => ({ content: '' }) };

describe('runBlockKitTests', () => {
  runBlockKitTests(valid, { describe, it });

  it('passes a valid kit [B10]', async () => {
    expect(await failedTests(valid)).to.deep.equal([]);
    expect(await failedTests(withStaticView, rendering('<p class="a">Bread</p>'))).to.deep.equal(
      [],
    );
  });

  it('fails an invalid kit [B10]', async () => {
    expect(await failedTests(broken({ role: 'hero' }))).to.include('is a valid kit');
    const strictSchema = z.strictObject({ what: z.string(), cents: z.number() });
    expect(await failedTests(broken({ content: strictSchema }))).to.include('keeps unknown fields');
    const changing = z.looseObject({ what: z.string().toLowerCase() });
    expect(await failedTests(broken({ content: changing }))).to.include(
      'accepts its own contents, and they survive JSON',
    );
    const defaultContent = () => ({ what: 'Bread', cents: 1, at: new Date(0) });
    expect(await failedTests(broken({ defaultContent }))).to.include(
      'accepts its own contents, and they survive JSON',
    );
    const lenient = z.looseObject({ what: z.unknown() });
    expect(await failedTests(broken({ content: lenient }))).to.include(
      'rejects or tolerates hostile content',
    );
    const recognize = () => ({ what: 1 });
    expect(await failedTests(broken({ recognize }))).to.include(
      'recognises URLs without throwing, as content that its schema accepts',
    );
    expect(
      await failedTests({ ...valid, loadCanvasView: () => Promise.resolve(7 as never) }),
    ).to.deep.equal(['loads its canvas view']);
  });

  it('fails a kit that throws where it should return an error [B10]', async () => {
    const href = z.string().refine((value) => value === '' || new URL(value).protocol === 'https:');
    const content = z.looseObject({ what: z.string().max(100), cents: z.number(), href });
    const defaultContent = () => ({ what: 'Bread', cents: 350, href: '' });
    expect(await failedTests(broken({ content, defaultContent }))).to.deep.equal([
      'rejects or tolerates hostile content',
    ]);
  });

  it('fails a static view that does not escape its output [B10]', async () => {
    for (const html of [
      '<p><script>window.pwned=1</script></p>',
      '<p title="a" onclick="x">a</p>',
      '<a href="javascript:alert(1)">a</a>',
      '<img src="//evil.example/x">',
      '<p style="color:red">a</p>',
    ])
      expect(await failedTests(withStaticView, rendering(html)), html).to.deep.equal([
        'escapes the output of its static view',
      ]);
  });

  it('renders contents in the version of the kit, and fails with what the renderer reports [B10, B17]', async () => {
    const renderPage: BlockKitTestOptions['renderPage'] = (page, { kits }) => ({
      html: '',
      warnings: Object.values(page.things)
        .filter((each) => each.type === block.type && !findDefinition(each, kits))
        .map(() => ({ code: 'kit_view_failed', message: 'has version 2' })),
    });
    const migrations = [(content: Record<string, unknown>) => content];
    const staticView = () => ({ content: '' });
    const versioned = { ...broken({ version: 2, migrations }), staticView };
    expect(await failuresOf(versioned, { renderPage })).to.deep.equal([]);
    const other = { ...versioned.block, version: 3, migrations: [...migrations, ...migrations] };
    const [failure] = await failuresOf(versioned, {
      renderPage: (page) => renderPage(page, { kits: [{ block: other }] }),
    });
    expect(String(failure?.[1])).to.contain('reports kit_view_failed (has version 2)');
  });

  it('names the test runner that is missing, instead of throwing a TypeError [B10, J13]', () => {
    for (const options of [undefined, {}, { it: () => undefined }])
      expect(() => runBlockKitTests(valid, options as never))
        .to.throw('options.describe must be a function')
        .with.property('code', 'input_invalid');
  });

  it('names a misspelt option, which would skip a test that the host relies on [B10, J12]', () => {
    const runner = { describe: () => undefined, it: () => undefined, test: 5 };
    expect(() => runBlockKitTests(valid, { ...runner, renderPge: () => undefined } as never))
      .to.throw('options.renderPge does not exist')
      .with.property('code', 'input_invalid');
    expect(() => runBlockKitTests(valid, runner)).not.to.throw();
  });
});
