import { expect } from 'chai';
import fc from 'fast-check';
import { fontFaceCss } from './fontFaceCss.ts';
import { fontFaces, fontVariantFor, fontVariants } from './fontFaces.ts';
import { bundledFontFiles, createFontLookup } from './FontFiles.ts';
import { FONT_METRICS } from './fontMetrics.ts';
import { subsetsOf, unicodeRangeOf } from './fontSubsets.ts';
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

describe('font catalogue', () => {
  it('has some 140 families of all five categories, unique and sorted by name [C1]', () => {
    expect(FONTS.length).to.be.within(140, 150);
    expect(new Set(FONTS.map(({ id }) => id)).size).to.equal(FONTS.length);
    expect(FONTS.map(({ id }) => id)).to.deep.equal(FONTS.map(({ id }) => id).sort());
    const categories = ['serif', 'sans serif', 'display', 'monospace', 'script'] as const;
    for (const category of categories)
      expect(FONTS.filter((each) => each.category === category).length, category).to.be.above(10);
  });

  it('lists the names, weights and styles of each [C1]', () => {
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

  it('marks the 14 included families; all others are premium [C2]', () => {
    expect(BUNDLED_FONTS).to.have.length(14);
    expect(BUNDLED_FONTS.map(({ name }) => name)).to.include.members([
      ...['Inter', 'Fira Code', 'Archivo Black', 'Roboto Mono'],
      ...[DEFAULT_FONT, 'EB Garamond'],
    ]);
    for (const { name, bundled } of FONTS) expect(isPremiumFont(name)).to.equal(!bundled);
    for (const name of ['Comic Sans MS', '', 'constructor', '__proto__'])
      expect(isPremiumFont(name), name).to.equal(false);
  });

  it('preserves unknown families and falls back, so that old pages still work [C3]', () => {
    expect(findFont('My Old Font')).to.equal(null);
    expect(fontFamilySchema.safeParse('My Old Font').success).to.equal(true);
    expect(fontFamilyCss('My Old Font')).to.equal(
      '"My Old Font", "Helvetica Neue", Arial, sans-serif',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(fontFamilyCss(name)).to.match(
          /^"[\p{L}\p{N} _-]*", "Helvetica Neue", Arial, sans-serif$/u,
        );
      }),
    );
  });

  it('has one fallback per category [C3]', () => {
    expect(fontFamilyCss('Lora')).to.match(/^"Lora", "Lora Fallback", Georgia, .*serif$/);
    expect(fontFamilyCss('Space Mono')).to.match(/monospace$/);
    expect(fontFamilyCss('Dancing Script')).to.match(/cursive$/);
    const fallbacks = new Map<string, Set<string>>();
    for (const { name, category } of FONTS) {
      const fallback = fontFamilyCss(name).split(', ').slice(2).join(', ');
      fallbacks.set(category, (fallbacks.get(category) ?? new Set()).add(fallback));
    }
    expect([...fallbacks.values()].map(({ size }) => size)).to.deep.equal([1, 1, 1, 1, 1]);
  });
});

describe('font faces', () => {
  it('are regular and bold, upright and italic, where the family has them [C4]', () => {
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

  it('are requested only where the files exist [C4]', () => {
    expect(fontFaceCss(['My Old Font'])).to.equal('');
    expect(fontFaceCss(['Lora'])).not.to.include('url(');
    expect(bundledFontFiles('Lora')).to.equal(null);
    expect(createFontLookup(() => true)('My Old Font')).to.equal(null);

    const css = fontFaceCss(['Caveat', 'Caveat', 'Lora'], { baseUrl: 'https://x.example/fonts' });
    expect(css.match(/url\(/g)).to.have.length(4);
    expect(css).to.include('font-family:"Caveat";font-style:normal;font-weight:700');
    expect(css).to.include('url("https://x.example/fonts/caveat-latin-400-normal.woff2")');

    const fetched = fontFaceCss(['Lora'], { fonts: createFontLookup((name) => name === 'Lora') });
    expect(fetched.match(/url\("\/fonts\/lora-/g)).to.have.length(8);
  });

  it('can be limited to those that a page uses, each with its fallback [C4]', () => {
    const css = fontFaceCss(['Lato', 'Inter'], {
      isUsed: (family, { weight, style, subset }) =>
        family === 'Lato' && weight === 700 && style === 'italic' && subset === 'latin',
    });
    expect([...css.matchAll(/url\("([^"]+)"/g)].map(([, url]) => url)).to.deep.equal([
      '/fonts/lato-latin-700-italic.woff2',
    ]);
    expect(css).to.match(/"Lato Fallback";font-style:italic;font-weight:700/);
    expect(css).not.to.match(/Inter|400|normal/);
  });
});

describe('font fallbacks', () => {
  const rules = (name: string): Record<string, string>[] =>
    [...fontFaceCss([name]).matchAll(/@font-face\{([^}]*Fallback[^}]*)\}/g)].map(([, inner = '']) =>
      Object.fromEntries(
        inner.split(';').map((each) => each.split(/:(.*)/s).slice(0, 2) as [string, string]),
      ),
    );
  const ratio = (value: string | undefined): number => Number.parseFloat(value ?? '') / 100;

  it('exist for each variant of each family, with the family’s line height [C13]', () => {
    expect(Object.keys(FONT_METRICS).sort()).to.deep.equal(FONTS.map(({ id }) => id).sort());
    for (const font of FONTS) {
      const [ascent = 0, descent = 0, lineGap = 0, ...widths] = FONT_METRICS[font.id] ?? [];
      expect(widths, font.name).to.have.length(fontVariants(font).length);
      const variants = new Set<string>();
      for (const rule of rules(font.name)) {
        variants.add(`${rule['font-style'] ?? ''} ${rule['font-weight'] ?? ''}`);
        expect(fontFamilyCss(font.name)).to.include(rule['font-family']);
        expect(rule['src'], font.name).to.match(/^local\("[\w ]+"\)(,local\("[\w -]+"\))*$/);
        const scale = ratio(rule['size-adjust']);
        expect(scale, font.name).to.be.within(0.4, 2.4);
        for (const [override, expected] of [
          ['ascent-override', ascent],
          ['descent-override', descent],
          ['line-gap-override', lineGap],
        ] as const)
          expect(ratio(rule[override]) * scale, font.name).to.be.closeTo(expected / 10_000, 2e-4);
      }
      expect(variants.size, font.name).to.equal(fontVariants(font).length);
    }
  });

  it('match the family’s mean width where Arial or an equivalent is installed [C13]', () => {
    // Mean widths: Lato 0.4355 of the font size, Arial 0.4458.
    const arial = rules('Lato').find(({ src }) => src?.includes('"Arial"'));
    expect(ratio(arial?.['size-adjust'])).to.be.closeTo(
      (FONT_METRICS['lato']?.[3] ?? 0) / 4458,
      1e-4,
    );
    expect(rules('Space Mono')[0]?.['src']).to.include('"Courier New"');
    expect(rules('Lora').at(-1)?.['src']).to.include('"Times New Roman Bold Italic"');
  });

  it('leave other scripts to the rest of the list [C13]', () => {
    const [{ 'unicode-range': range = '' } = {}] = rules('Lato');
    const has = (codePoint: number): boolean =>
      range.split(',').some((each) => {
        const [first = '', last = first] = each.replace('U+', '').split('-');
        return codePoint >= Number.parseInt(first, 16) && codePoint <= Number.parseInt(last, 16);
      });
    for (const character of 'a ßŁőạ€’')
      expect(has(character.codePointAt(0) ?? 0), character).to.equal(true);
    for (const character of 'жαא漢→')
      expect(has(character.codePointAt(0) ?? 0), character).to.equal(false);
  });
});

describe('font subsets', () => {
  it('are those that contain the characters of a text [C14]', () => {
    const parts = (text: string): string[] => [...subsetsOf(text)];
    expect(parts('Grüße, 5 €')).to.deep.equal(['latin']);
    expect(parts('Łódź')).to.have.members(['latin', 'latin-ext']);
    expect(parts('ő')).to.deep.equal(['latin-ext']);
    // Both contain it; browsers use the last rule.
    expect(parts('†')).to.deep.equal(['latin']);
    expect(parts('Привет 漢字'.replace(' ', ''))).to.deep.equal([]);
    expect(parts('')).to.deep.equal([]);
    expect(unicodeRangeOf('latin')).to.match(/^U\+0000-00FF, /);
  });
});

describe('font faces for text', () => {
  it('are chosen as in CSS [C15]', () => {
    const variantOf = (name: string, bold: boolean, italic: boolean): string => {
      const font = findFont(name);
      const { weight, style } = font
        ? fontVariantFor(font, bold, italic)
        : { weight: 0, style: '' };
      return `${String(weight)} ${style}`;
    };
    expect(variantOf('Lato', true, true)).to.equal('700 italic');
    expect(variantOf('Lato', false, false)).to.equal('400 normal');
    // Bold and italic: italic takes precedence, and bold is synthesised.
    expect(variantOf('Libre Caslon Text', true, true)).to.equal('400 italic');
    expect(variantOf('Caveat', true, true)).to.equal('700 normal');
    expect(variantOf('Anton', true, false)).to.equal('400 normal');
  });
});

describe('fontsIn', () => {
  it('finds families in fields and marks, of unknown blocks too [C5]', () => {
    const mark = { type: 'font_family', attrs: { family: 'Lora' } };
    const run = { type: 'text', text: 'a', marks: [mark] };
    const doc = { type: 'doc', content: [{ type: 'paragraph', content: [run] }] };
    expect([...fontsIn({ text: doc, font: 'Inter' })].sort()).to.deep.equal(['Inter', 'Lora']);
    expect([...fontsIn({ richButtonText: { font: 'Karla' } })]).to.deep.equal(['Karla']);
    expect([...fontsIn({ a: [{ b: { font: 'Sora' } }], font: 3 })]).to.deep.equal(['Sora']);
    expect(fontsIn({ type: 'font_family', attrs: null }).size).to.equal(0);
  });

  it('handles any JSON, however deep [C5]', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fontsIn(value);
      }),
    );
    let deep: unknown = { font: 'Lora' };
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect([...fontsIn(deep)]).to.deep.equal(['Lora']);
  });

  it('does not list the keys of an array, which may have millions of values [C5]', () => {
    const values = new Proxy([1, { font: 'Lora' }, [{ font: 'Sora' }]], {
      ownKeys() {
        throw new Error('listed');
      },
    });
    expect([...fontsIn({ values })].sort()).to.deep.equal(['Lora', 'Sora']);
  });
});

describe('recent fonts', () => {
  it('are five at most, newest first and unique [C6]', () => {
    let recent: readonly string[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'D']) recent = withRecentFont(recent, name);
    expect(recent).to.deep.equal(['D', 'F', 'E', 'C', 'B']);
  });

  it('ignore malformed stored values [C6]', () => {
    expect(withRecentFont(null, 'A')).to.deep.equal(['A']);
    expect(withRecentFont({ length: 3 }, 'A')).to.deep.equal(['A']);
    expect(withRecentFont(['B', 4, null, 'B', 'A'], 'A')).to.deep.equal(['A', 'B']);
  });
});
