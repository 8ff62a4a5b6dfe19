import { type Block, builtinBlocks, EMBED_PLATFORMS } from '@cobble/engine';
import { SHAPES } from '@cobble/engine/shapes';
import { expect } from 'chai';
import { type Harness, startHarness } from '../startHarness.ts';
import { type BlockDifference, compareBlocks, shareOf } from './compareBlocks.ts';
import { GALLERY_BACKGROUND, galleryPage, stylesPage } from './galleryPage.ts';
import { SCRIPT_TEXTS } from './galleryTexts.ts';
import { BACKGROUND_PAGES } from './backgroundPages.ts';
import { type ShownGallery, showGallery } from './showGallery.ts';

const BACKGROUND = Number.parseInt(GALLERY_BACKGROUND.slice(1), 16);
/** The largest share of inked pixels that may differ, for texts and for everything else. */
const MAX_SHARES = { text: 0.12, other: 0.02 };
/**
 * Types that are measured but not checked, because they load, move, or contain the browser's own
 * controls.
 */
const UNCHECKED: ReadonlySet<string> = new Set([
  ...EMBED_PLATFORMS.map(({ type }) => type as string),
  ...['audio', 'gif'],
]);

const maxShareOf = (type: string): number => (type === 'text' ? MAX_SHARES.text : MAX_SHARES.other);

/** The differing share of each type. */
function sharesOf(differences: readonly BlockDifference[]): Map<string, number> {
  const types = new Set(differences.map(({ type }) => type));
  return new Map(
    [...types].map((type) => [type, shareOf(differences.filter((each) => each.type === type))]),
  );
}

const exceeding = (shares: ReadonlyMap<string, number>): string[] =>
  [...shares].flatMap(([type, share]) =>
    UNCHECKED.has(type) || share < maxShareOf(type)
      ? []
      : [`${type}: ${(100 * share).toFixed(2)}%`],
  );

describe('the gallery on the canvas and on the published page', function () {
  this.timeout(180_000);
  let harness: Harness;
  let shown: ShownGallery;
  before(async () => {
    harness = await startHarness({ hasScripts: true });
    shown = await showGallery(harness, galleryPage());
  });
  after(() => harness.stop());

  it('contains every type and shape, and at least ten font families [CV1]', () => {
    const { things } = galleryPage();
    const types = new Set(Object.values(things).map(({ type }) => type));
    for (const type of Object.keys(builtinBlocks)) expect(types).to.include(type);
    const shapes = Object.values(things).map(
      ({ content }) => (content as { shapeType?: string }).shapeType,
    );
    expect(shapes).to.include.members(Object.keys(SHAPES));
    expect(new Set(SCRIPT_TEXTS.map(([, family]) => family)).size).to.be.at.least(10);
    expect(shown.errors).to.deep.equal([]);
  });

  it('contains every style that a block can have', () => {
    const all = Object.values(galleryPage().things).map(({ styles }) => styles);
    const styleNames = ['background', 'blurPx', 'border', 'borderRadiusPx', 'boxShadow'];
    expect(all.flatMap((styles) => Object.keys(styles))).to.include.members([
      ...styleNames,
      ...['dropShadow', 'flip', 'lineHeight', 'opacity', 'overflow', 'paddingPx'],
    ]);
    const has = (values: readonly unknown[], ...options: readonly string[]): void => {
      expect(values).to.include.members(options);
    };
    const of = <Value>(get: (styles: Block['styles']) => Value): Value[] => all.map(get);
    has(
      of(({ overflow }) => overflow),
      'hidden',
      'scroll',
      'visible',
    );
    has(
      of(({ border }) => border?.style),
      'solid',
      'dashed',
      'dotted',
    );
    has(
      of(({ background }) => background?.size),
      'cover',
      'contain',
      'stretch',
      'tile',
    );
    has(
      of(({ background }) => background?.repeat),
      'repeat',
      'repeat-x',
      'repeat-y',
      'no-repeat',
    );
  });

  it('places every block within half a px [CV1]', () => {
    expect(shown.onCanvas).to.have.length(shown.onPage.length);
    shown.onCanvas.forEach(({ uuid, box }, index) => {
      const other = shown.onPage[index];
      expect(other?.uuid).to.equal(uuid);
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(other?.box[side], `${side} of ${uuid}`).to.be.closeTo(box[side], 0.5);
    });
  });

  it('breaks the lines of every text in the same places [CV1]', () => {
    const texts = shown.onPage.filter(({ lines }) => lines.length > 0);
    expect(texts.length).to.be.above(25);
    for (const { uuid, lines } of texts)
      expect(shown.onCanvas.find((each) => each.uuid === uuid)?.lines, uuid).to.deep.equal(lines);
  });

  const measure = (name: string, { canvas, published, blocks }: ShownGallery): void => {
    const shares = sharesOf(compareBlocks(canvas, published, blocks, BACKGROUND));
    const percent = ([type, share]: readonly [string, number]): string =>
      `${type} ${(100 * share).toFixed(2)}%`;
    // eslint-disable-next-line no-console -- the figures are what the test is for
    console.log(
      `      ${name}: ${[...shares]
        .filter(([type]) => !UNCHECKED.has(type))
        .map(percent)
        .join(', ')}\n` +
        `      not checked: ${[...shares]
          .filter(([type]) => UNCHECKED.has(type))
          .map(percent)
          .join(', ')}`,
    );
    expect(exceeding(shares)).to.deep.equal([]);
  };

  it('differs in no more pixels than antialiasing explains', () => {
    measure('at 1', shown);
  });

  // Only where tests may take longer, like some of the backgrounds.
  if (process.env['CI'])
    it('differs no more when zoomed in and out', async () => {
      measure('at 2', await showGallery(harness, stylesPage(), 2));
      measure('at 0.5', await showGallery(harness, galleryPage(), 0.5));
    });

  for (const [name, page] of BACKGROUND_PAGES.slice(0, process.env['CI'] ? undefined : 3))
    it(`shows the background of ${name} and its sections`, async () => {
      const { canvas, published, pageArea: box, errors } = await showGallery(harness, page);
      expect(errors).to.deep.equal([]);
      const whole = [{ uuid: name, type: 'page', box }];
      const share = shareOf(compareBlocks(canvas, published, whole, BACKGROUND));
      // eslint-disable-next-line no-console -- the figures are what the test is for
      console.log(`      ${name}: ${(100 * share).toFixed(2)}%`);
      expect(share).to.be.below(MAX_SHARES.other);
      expect(shareOf(compareBlocks(canvas, published, whole, BACKGROUND, 2))).to.be.above(
        MAX_SHARES.other,
      );
    });

  it('is compared strictly enough to notice a shift of 2 px', () => {
    const { canvas, published, blocks } = shown;
    const shares = sharesOf(compareBlocks(canvas, published, blocks, BACKGROUND, 2));
    const failing = exceeding(shares);
    const checked = [...shares.keys()].filter((type) => !UNCHECKED.has(type));
    // Some types are one flat colour, which a shift hardly changes.
    expect(failing.length).to.be.at.least(checked.length - 2);
    // Texts with a background have more ink than a shift changes.
    expect(shares.get('text')).to.be.above(2 * MAX_SHARES.text);
  });
});
