import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

/** Custom properties of a rule's body, by name. */
function properties(css: string): Map<string, string> {
  return new Map(
    [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Tokens for text, each with the backgrounds that it is used on. */
const INKS: Readonly<Record<string, readonly string[]>> = {
  ink: ['paper', 'surface', 'sunken', 'highlight-soft', 'accent-soft', 'danger-soft'],
  'ink-soft': ['paper', 'surface', 'sunken'],
  accent: ['paper', 'surface', 'sunken', 'accent-soft'],
  danger: ['paper', 'surface', 'sunken', 'danger-soft'],
  'on-accent': ['accent-fill', 'accent-fill-hover'],
  'on-danger': ['danger-fill', 'danger-fill-hover'],
  'on-guide': ['guide'],
  'on-highlight': ['highlight', 'highlight-hover'],
  'on-person': [
    ...['person-cherry', 'person-tangerine', 'person-honey', 'person-fern'],
    ...['person-lagoon', 'person-cobalt', 'person-plum', 'person-rose'],
  ],
  'on-toast': ['toast'],
  'toast-link': ['toast'],
};

describe('tokens', () => {
  const lightTheme = properties(read('tokens.css'));
  const [, bySystem = '', byChoice = ''] = read('dark.css').split(/:root[^{]*\{/);
  const darkTheme = properties(byChoice);

  it('have the same dark theme by system setting and by choice', () => {
    expect([...properties(bySystem)]).to.deep.equal([...darkTheme]);
    expect(darkTheme.size).to.be.above(30);
  });

  it('have dark values for known tokens only', () => {
    for (const name of darkTheme.keys()) expect(lightTheme.has(name), name).to.equal(true);
  });

  for (const [theme, tokens] of [
    ['light', lightTheme],
    ['dark', new Map([...lightTheme, ...darkTheme])],
  ] as const)
    it(`keep text at a contrast of 4.5 (${theme}) [AY4]`, () => {
      const pairs = Object.entries(INKS).flatMap(([ink, backgrounds]) =>
        backgrounds.map((background) => [ink, background] as const),
      );
      for (const [ink, background] of pairs) {
        const ratio = contrast(
          tokens.get(`--cobble-color-${ink}`) ?? '',
          tokens.get(`--cobble-color-${background}`) ?? '',
        );
        expect(ratio, `${ink} on ${background}`).to.be.at.least(4.5);
      }
    });

  it('are the only colours of text, disabled controls apart [AY4]', () => {
    const folder = new URL('../', import.meta.url);
    // contrast.css uses the system's colours.
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.css') && !name.endsWith('contrast.css'),
    );
    const used = files.flatMap((name) =>
      [...readFileSync(new URL(name, folder), 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(
        ([, selector = '', body = '']) =>
          selector.replaceAll(':not(:disabled)', '').includes(':disabled')
            ? []
            : [...body.matchAll(/(?<![\w-])color:\s*([^;]+);/g)].map(([, color = '']) => ({
                name,
                color,
              })),
      ),
    );
    expect(used.length).to.be.above(40);
    const inks = new Set(Object.keys(INKS).map((ink) => `var(--cobble-color-${ink})`));
    const others = used.filter(({ color }) => !inks.has(color) && color !== 'inherit');
    expect(others).to.eql([]);
  });
});
