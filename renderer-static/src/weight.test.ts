import { richTextFromPlain } from '@cobble/engine';
import { SHAPES } from '@cobble/engine/shapes';
import { expect } from 'chai';
import { renderPage } from './renderPage.ts';
import { makeBlock, makePage } from './testing/makePage.ts';
import { SAMPLE_PAGES } from './testing/samples/samplePages.ts';

const WORDS =
  'A page is a table on market day. You bring a few good things and lay them out your own way, a little crooked, and somebody stops and looks. ';

/** Embed types on the sample pages that load a frame on activation. */
const PLAYABLE: ReadonlySet<string> = new Set([
  ...['spotify', 'bandcamp', 'soundcloud', 'vimeo', 'google-forms'],
]);

/** 20 texts, half of them rotated, and 20 shapes, all scattered and with different styles. */
function fortyBlocks() {
  const shapes = Object.keys(SHAPES).filter((name) => name !== 'path');
  return Array.from({ length: 40 }, (_, index) => {
    const position = {
      x: ((index * 37) % 80) / 100,
      y: (index * 0.61803) % 3.6,
      width: 0.2 + (index % 7) / 30,
      height: 0.12 + (index % 5) / 40,
      rotationDeg: index % 4 === 0 ? (index % 30) - 15 : 0,
      zIndex: 50_000 + index,
    };
    const uuid = `b${String(index)}`;
    return index % 2 === 0
      ? makeBlock({
          uuid,
          type: 'text',
          position,
          content: {
            text: richTextFromPlain(WORDS.repeat(2)),
            font: ['Lato', 'Playfair Display', 'Caveat', 'Space Grotesk'][index % 4],
            fontSize: 16 + index / 2,
            color: `#1E1A${String(10 + index)}`,
          },
          styles: { lineHeight: 1.2 + index / 100 },
        })
      : makeBlock({
          uuid,
          type: 'shape',
          position,
          content: {
            shapeType: shapes[index % shapes.length],
            shapeColor: `#FFB5${String(10 + index)}`,
          },
          styles: { opacity: 0.5 + index / 100 },
        });
  });
}

describe('weight of published pages', () => {
  for (const phoneLayout of ['scaled', 'automatic'] as const)
    it(`40 blocks of text and shapes take under 50 KB without JavaScript, ${phoneLayout} [PD7]`, () => {
      const { html, weight } = renderPage(makePage(fortyBlocks(), { phoneLayout }), {
        url: 'https://ada.example.com/',
        attributionUrl: 'https://cobble.example/',
      });
      expect(html).not.to.match(/<script|javascript:|\son[a-z]+=/i);
      expect(weight.html).to.equal(Buffer.byteLength(html));
      expect(weight.html).to.be.below(50_000);
    });

  it('only sample pages with embeds that load a frame have JavaScript, under 1 KB of it [PD7]', () => {
    for (const [name, makeSample] of Object.entries(SAMPLE_PAGES)) {
      const page = makeSample();
      const { html } = renderPage(page);
      const hasPlayer = Object.values(page.things).some(({ type }) => PLAYABLE.has(type));
      const scripts = [...html.matchAll(/<script[^]*?<\/script>/g)].map(([script]) => script);
      expect(scripts.length, name).to.equal(hasPlayer ? 1 : 0);
      for (const script of scripts) expect(script.length, name).to.be.below(1000);
      expect(html, name).not.to.match(/javascript:|\son[a-z]+=|<script[^>]/i);
    }
  });
});
