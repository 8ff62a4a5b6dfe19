import { type RichText, richTextFromPlain, type RichTextNode } from '@cobble/engine';
import { createFontLookup } from '@cobble/engine/fonts';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { renderPage } from '../renderPage.ts';
import type { RenderedPage } from '../RenderOptions.ts';
import { launchChromium } from '../../../scripts/testing/chromium.mjs';
import { makeBlock, makePage, type BlockSpec } from '../testing/makePage.ts';
import { measureFontSwap, swapPage, type FontSwap } from '../testing/measureFontSwap.ts';
import { servePage, type PageServer } from '../testing/servePage.ts';
import { makeSystemFonts, type SystemFonts } from '../testing/systemFonts.ts';

const text = (font: string, doc: RichText, more: Partial<BlockSpec> = {}) =>
  makeBlock({
    uuid: 'a',
    type: 'text',
    ...more,
    position: { x: 0.05, y: 0.05, width: 0.9, height: 0.1, ...more.position },
    content: { text: doc, font, ...more.content },
  });
const run = (text: string, ...marks: string[]): RichTextNode => ({
  type: 'text',
  text,
  ...(marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {}),
});
const lines = (...content: RichTextNode[]): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content }],
});
/** Files in the rules of a page, without `.woff2`. */
const files = ({ css }: RenderedPage): string[] =>
  [...css.matchAll(/url\("\/fonts\/([\w-]+)\.woff2"\)/g)].map(([, name = '']) => name);
const preloads = ({ html }: RenderedPage): string[] =>
  [...html.matchAll(/<link rel="preload"[^>]*href="\/fonts\/([\w-]+)\.woff2"/g)].map(
    ([, name = '']) => name,
  );

describe('the fonts of a page', () => {
  it('are the weights and styles of its text [FN1]', () => {
    const doc = lines(run('plain '), run('bold', 'bold'));
    const rendered = renderPage(makePage([text('Lato', doc)]));
    expect(files(rendered)).to.deep.equal(['lato-latin-400-normal', 'lato-latin-700-normal']);
    const slanted = renderPage(makePage([text('Lato', doc, { content: { isItalic: true } })]));
    expect(files(slanted)).to.deep.equal(['lato-latin-400-italic', 'lato-latin-700-italic']);
    expect(slanted.css).to.match(/"Lato Fallback";font-style:italic;font-weight:700/);
    expect(slanted.css).not.to.match(/"Lato Fallback";font-style:normal/);
  });

  it('are the subsets that contain its characters [FN1]', () => {
    const filesFor = (plain: string): string[] =>
      files(renderPage(makePage([text('Lato', richTextFromPlain(plain))])));
    expect(filesFor('Grüße')).to.deep.equal(['lato-latin-400-normal']);
    expect(filesFor('Dzień dobry')).to.deep.equal([
      'lato-latin-ext-400-normal',
      'lato-latin-400-normal',
    ]);
    expect(filesFor('')).to.deep.equal([]);
    // Line height depends on the face of the space character.
    expect(filesFor('Привет')).to.deep.equal(['lato-latin-400-normal']);
  });

  it('come from the marks of text that has them, not from the block [FN1]', () => {
    const marked: RichText = lines({
      type: 'text',
      text: 'all of it',
      marks: [{ type: 'font_family', attrs: { family: 'Caveat' } }],
    });
    expect(files(renderPage(makePage([text('Lato', marked)])))).to.deep.equal([
      'caveat-latin-400-normal',
    ]);
  });

  it('are referenced if the host has the files, else only their fallback is [FN1]', () => {
    const page = makePage([text('Lora', richTextFromPlain('Hi'))]);
    const without = renderPage(page);
    expect(files(without)).to.deep.equal([]);
    expect(without.css).to.include('"Lora Fallback";font-style:normal');
    expect(without.css).to.include('font-family:"Lora", "Lora Fallback", Georgia');
    const fonts = createFontLookup((family) => family === 'Lora');
    expect(files(renderPage(page, { fonts }))).to.deep.equal(['lora-latin-400-normal']);
    expect(renderPage(page, { fonts, fontBaseUrl: 'https://f.example' }).assets).to.deep.equal([
      'https://f.example/lora-latin-400-normal.woff2',
    ]);
  });

  it('are preloaded for text above the fold, on the screens that show it there', () => {
    const page = makePage([
      text('Lato', richTextFromPlain('Top')),
      text('Caveat', richTextFromPlain('Below'), {
        uuid: 'b',
        position: { x: 0.05, y: 1.6, width: 0.9, height: 0.1 },
      }),
      text('Inter', richTextFromPlain('On desktops'), {
        uuid: 'c',
        properties: { hideOn: 'mobile' },
      }),
    ]);
    const rendered = renderPage(page);
    expect(files(rendered)).to.include('caveat-latin-400-normal');
    expect(preloads(rendered)).to.deep.equal(['lato-latin-400-normal', 'inter-latin-400-normal']);
    expect(rendered.html).to.match(/inter-latin-400-normal.woff2" media="not \(max-width:600px\)"/);
    expect(rendered.html).to.include(
      '<link rel="preload" as="font" type="font/woff2" crossorigin href="/fonts/lato-latin-400-normal.woff2">',
    );
  });
});

describe('fonts in a browser', function () {
  this.timeout(120_000);
  let system: SystemFonts;
  let server: PageServer;
  let browser: Browser;
  before(async () => {
    system = await makeSystemFonts();
    server = await servePage();
    browser = await launchChromium({ env: system.env });
  });
  after(async () => {
    await browser.close();
    await server.stop();
    await system.remove();
  });

  it('load only through the page’s rules, each file once, within its policy', async () => {
    const doc = lines(run('Dzień dobry, '), run('bold', 'bold'), run(' and slanted', 'italic'));
    const rendered = renderPage(
      makePage([
        text('Lato', doc),
        text('Caveat', richTextFromPlain('Below'), {
          uuid: 'b',
          position: { x: 0.05, y: 1.6, width: 0.9, height: 0.1 },
        }),
      ]),
    );
    server.show(rendered);
    server.setFonts('sent');
    server.requested.length = 0;
    const tab = await browser.newPage();
    const messages: string[] = [];
    tab.on('console', (message) => messages.push(message.text()));
    await tab.goto(server.url);
    await tab.evaluate(() => document.fonts.ready.then(() => undefined));
    const unloaded = await tab.evaluate(() =>
      [...document.fonts]
        .filter(({ family, status }) => !family.includes('Fallback') && status !== 'loaded')
        .map(({ family }) => family),
    );
    await tab.close();
    expect(unloaded).to.deep.equal([]);
    expect(server.requested.map((name) => name.replace('.woff2', '')).sort()).to.deep.equal(
      files(rendered).sort(),
    );
    expect(messages).to.deep.equal([]);
  });

  it('replace their fallbacks with hardly any layout shift [FN2]', async () => {
    const swap = async (family: string, lang: string, fallbacks: boolean): Promise<FontSwap> => {
      const context = await browser.newContext({ viewport: { width: 375, height: 800 } });
      const measured = await measureFontSwap(
        await context.newPage(),
        server,
        swapPage(family, lang),
        fallbacks,
      );
      await context.close();
      return measured;
    };
    let withFallbacks = 0;
    let withoutFallbacks = 0;
    for (const [family, lang] of [
      ['Lato', 'en'],
      ['EB Garamond', 'fr'],
      ['Fira Code', 'en'],
      ['Merriweather', 'de'],
    ] as const) {
      const own = await swap(family, lang, true);
      expect(own.cls, `${family} ${lang}`).to.be.below(0.03);
      expect(Math.abs(own.lines[0] - own.lines[1]), `${family} ${lang}`).to.be.below(2);
      expect(own.baselinePx, `${family} ${lang}`).to.be.below(1.5);
      withFallbacks += own.cls;
      withoutFallbacks += (await swap(family, lang, false)).cls;
    }
    expect(withFallbacks).to.be.below(withoutFallbacks / 4);
    // Characters missing from the family keep their position.
    const other = await swap('Lato', 'ru', true);
    expect(other.movedPx).to.equal(0);
  });
});
