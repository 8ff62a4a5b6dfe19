import { expect } from 'chai';
import fc from 'fast-check';
import { fontFaceCss } from './fontFaceCss.ts';
import { fontFaces } from './fontFaces.ts';
import { fontFamilySchema } from './fontFamily.ts';
import {
  BUNDLED_FONTS,
  DEFAULT_FONT,
  findFont,
  fontFamilyCss,
  FONTS,
  isPremiumFont,
} from './fonts.ts';
import { fontsIn } from './fontsIn.ts';
import { withRecentFont } from './recentFonts.ts';

describe('the catalogue of fonts', () => {
  it('has some 140 families of all five categories, each once and in the order of names [C1]', () => {
    expect(FONTS.length).to.be.within(140, 150);
    expect(new Set(FONTS.map(({ id }) => id)).size).to.equal(FONTS.length);
    expect(FONTS.map(({ id }) => id)).to.deep.equal(FONTS.map(({ id }) => id).sort());
    const categories = ['serif', 'sans serif', 'display', 'monospace', 'script'] as const;
    for (const category of categories)
      expect(FONTS.filter((each) => each.category === category).length, category).to.be.above(10);
  });

  it('knows of each its names, weights and styles [C1]', () => {
    for (const font of FONTS) {
      expect(fontFamilySchema.safeParse(font.name).success, font.name).to.equal(true);
      expect(font.cssName).to.equal(`"${font.name}"`);
      expect(font.googleName).to.match(/^[A-Za-z0-9]+(\+[A-Za-z0-9]+)*$/);
      expect(font.id).to.match(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      for (const weights of [font.weights, font.italicWeights]) {
        expect(weights, font.name).to.deep.equal([...new Set(weights)].sort((a, b) => a - b));
        for (const weight of weights)
          expect(weight % 100 === 0 && weight >= 100 && weight <= 900, font.name).to.equal(true);
      }
      expect(font.weights, font.name).to.include(400);
      expect(font.styles.includes('italic')).to.equal(font.italicWeights.length > 0);
    }
    expect(findFont('EB Garamond')).to.deep.equal({
      name: 'EB Garamond',
      googleName: 'EB+Garamond',
      cssName: '"EB Garamond"',
      category: 'serif',
      styles: ['regular', 'italic'],
      weights: [400, 500, 600, 700, 800],
      italicWeights: [400, 500, 600, 700, 800],
      subsets: ['latin-ext', 'latin'],
      id: 'eb-garamond',
      bundled: true,
    });
  });

  it('marks the 14 families that come with the product; the rest is premium [C2]', () => {
    expect(BUNDLED_FONTS).to.have.length(14);
    expect(BUNDLED_FONTS.map(({ name }) => name)).to.include.members([
      ...['Inter', 'Fira Code', 'Archivo Black', 'Roboto Mono'],
      ...[DEFAULT_FONT, 'EB Garamond'],
    ]);
    for (const { name, bundled } of FONTS) expect(isPremiumFont(name)).to.equal(!bundled);
    for (const name of ['Comic Sans MS', '', 'constructor', '__proto__'])
      expect(isPremiumFont(name), name).to.equal(false);
  });

  it('keeps a family that it does not know and falls back, so that no old page breaks [C3]', () => {
    expect(findFont('My Old Font')).to.equal(null);
    expect(fontFamilySchema.safeParse('My Old Font').success).to.equal(true);
    expect(fontFamilyCss('My Old Font')).to.equal(
      '"My Old Font", "Helvetica Neue", Arial, sans-serif',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(fontFamilyCss(name)).to.match(/^"[\p{L}\p{N} _-]*", "?[\w ]+"?(, "?[\w -]+"?)+$/u);
      }),
    );
  });

  it('falls back by category, the same for each family of it [C3]', () => {
    expect(fontFamilyCss('Lora')).to.match(/^"Lora", Georgia, .*serif$/);
    expect(fontFamilyCss('Space Mono')).to.match(/monospace$/);
    expect(fontFamilyCss('Dancing Script')).to.match(/cursive$/);
  });
});

describe('faces of fonts', () => {
  it('are regular and bold, upright and italic, as far as there are any [C4]', () => {
    const faces = (name: string): string[] => {
      const font = findFont(name);
      return font ? fontFaces(font).map(({ fileName }) => fileName) : [];
    };
    expect(faces('Libre Caslon Text')).to.deep.equal([
      'libre-caslon-text-latin-ext-400-normal.woff2',
      'libre-caslon-text-latin-400-normal.woff2',
      'libre-caslon-text-latin-ext-700-normal.woff2',
      'libre-caslon-text-latin-700-normal.woff2',
      'libre-caslon-text-latin-ext-400-italic.woff2',
      'libre-caslon-text-latin-400-italic.woff2',
    ]);
    expect(faces('Permanent Marker')).to.deep.equal(['permanent-marker-latin-400-normal.woff2']);
  });

  it('are asked for only where the product has the files [C4]', () => {
    expect(fontFaceCss(['Lora', 'My Old Font'])).to.equal('');
    const css = fontFaceCss(['Caveat', 'Caveat', 'Lora'], 'https://x.example/fonts');
    expect(css.match(/@font-face/g)).to.have.length(4);
    expect(css).to.include('font-family:"Caveat";font-style:normal;font-weight:700');
    expect(css).to.include('url("https://x.example/fonts/caveat-latin-400-normal.woff2")');
  });
});

describe('fontsIn', () => {
  it('finds families in fields and marks, of blocks that it does not know too [C5]', () => {
    const mark = { type: 'font_family', attrs: { family: 'Lora' } };
    const run = { type: 'text', text: 'a', marks: [mark] };
    const doc = { type: 'doc', content: [{ type: 'paragraph', content: [run] }] };
    expect([...fontsIn({ text: doc, font: 'Inter' })].sort()).to.deep.equal(['Inter', 'Lora']);
    expect([...fontsIn({ richButtonText: { font: 'Karla' } })]).to.deep.equal(['Karla']);
    expect([...fontsIn({ a: [{ b: { font: 'Sora' } }], font: 3 })]).to.deep.equal(['Sora']);
    expect(fontsIn({ type: 'font_family', attrs: null }).size).to.equal(0);
  });

  it('survives any JSON, however deep [C5]', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fontsIn(value);
      }),
    );
    let deep: unknown = { font: 'Lora' };
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect([...fontsIn(deep)]).to.deep.equal(['Lora']);
  });
});

describe('recent fonts', () => {
  it('are five, the newest first, each once [C6]', () => {
    let recent: readonly string[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'D']) recent = withRecentFont(recent, name);
    expect(recent).to.deep.equal(['D', 'F', 'E', 'C', 'B']);
  });

  it('pass over whatever else a browser had stored [C6]', () => {
    expect(withRecentFont(null, 'A')).to.deep.equal(['A']);
    expect(withRecentFont({ length: 3 }, 'A')).to.deep.equal(['A']);
    expect(withRecentFont(['B', 4, null, 'B', 'A'], 'A')).to.deep.equal(['A', 'B']);
  });
});
