import { expect } from 'chai';
import { z } from 'zod';
import { defineBlock } from '../blocks/BlockDefinition.ts';
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
const sound: Kit = { block: block as never };

/** The titles of the tests that fail for a kit, collected by a runner of a few lines. */
async function failures(kit: Kit, options: Partial<BlockKitTestOptions> = {}): Promise<string[]> {
  const tests: [string, () => void | Promise<void>][] = [];
  runBlockKitTests(kit, {
    describe: (_, define) => {
      define();
    },
    it: (title, run) => tests.push([title, run]),
    ...options,
  });
  expect(tests.length).to.be.greaterThan(6);
  const failed: string[] = [];
  for (const [title, run] of tests)
    try {
      await run();
    } catch {
      failed.push(title);
    }
  return failed;
}

const broken = (wrong: object): Kit => ({ block: { ...block, ...wrong } as never });
const shown = (html: string) => ({ renderPage: () => ({ html, warnings: [] }) });
const drawn: Kit = { ...sound, staticView: () => ({ content: '' }) };

describe('runBlockKitTests', () => {
  runBlockKitTests(sound, { describe, it });

  it('passes what is sound [B10]', async () => {
    expect(await failures(sound)).to.deep.equal([]);
    expect(await failures(drawn, shown('<p class="a">Bread</p>'))).to.deep.equal([]);
  });

  it('fails what is not [B10]', async () => {
    expect(await failures(broken({ role: 'hero' }))).to.include('is sound');
    const strict = z.strictObject({ what: z.string(), cents: z.number() });
    expect(await failures(broken({ content: strict }))).to.include(
      'keeps fields that it does not know',
    );
    const changing = z.looseObject({ what: z.string().toLowerCase() });
    expect(await failures(broken({ content: changing }))).to.include(
      'takes its own contents, and they survive JSON',
    );
    const defaultContent = () => ({ what: 'Bread', cents: 1, at: new Date(0) });
    expect(await failures(broken({ defaultContent }))).to.include(
      'takes its own contents, and they survive JSON',
    );
    const lenient = z.looseObject({ what: z.unknown() });
    expect(await failures(broken({ content: lenient }))).to.include(
      'refuses hostile content, or can live with it',
    );
    const recognise = () => ({ what: 1 });
    expect(await failures(broken({ recognise }))).to.include(
      'recognises addresses without throwing, as content that it takes',
    );
    expect(
      await failures({ ...sound, loadCanvasView: () => Promise.resolve(7 as never) }),
    ).to.deep.equal(['loads its canvas view']);
  });

  it('fails a kit that throws where it should refuse [B10]', async () => {
    const href = z.string().refine((words) => words === '' || new URL(words).protocol === 'https:');
    const content = z.looseObject({ what: z.string().max(100), cents: z.number(), href });
    const defaultContent = () => ({ what: 'Bread', cents: 350, href: '' });
    expect(await failures(broken({ content, defaultContent }))).to.deep.equal([
      'refuses hostile content, or can live with it',
    ]);
  });

  it('fails a static view that lets something out [B10]', async () => {
    for (const html of [
      '<p><script>window.pwned=1</script></p>',
      '<p title="a" onclick="x">a</p>',
      '<a href="javascript:alert(1)">a</a>',
      '<img src="//evil.example/x">',
      '<p style="color:red">a</p>',
    ])
      expect(await failures(drawn, shown(html)), html).to.deep.equal([
        'lets nothing out of its static view',
      ]);
  });
});
