import { expect } from 'chai';
import fc from 'fast-check';
import { builtinBlocks, type BuiltinBlockType } from '../blocks/builtinBlocks.ts';
import { PALETTE } from '../constants/palette.ts';
import { boundsOfRotated } from '../geometry/boxes.ts';
import { isAssetUrl } from '../links/assetUrl.ts';
import { blockEnvelopeSchema } from '../model/Block.ts';
import { pageSettingsSchema, pageStyleSchema } from '../model/Page.ts';
import { createBlankPage } from './createBlankPage.ts';
import { createStarterPage } from './createStarterPage.ts';
import type { UnsavedPage } from './UnsavedPage.ts';
import { STARTER_TIP_IMAGES } from './tips/starterTipImages.ts';

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

function expectValid(page: UnsavedPage): void {
  pageSettingsSchema.parse(page.settings);
  pageStyleSchema.parse(page.style);
  for (const block of Object.values(page.things)) {
    blockEnvelopeSchema.parse(block);
    builtinBlocks[block.type as BuiltinBlockType].content.parse(block.content);
  }
}

function starter(seed: readonly number[], username = 'marigold'): UnsavedPage {
  let roll = 0;
  let id = 0;
  return createStarterPage({
    username,
    random: () => seed[roll++ % seed.length] ?? 0,
    createId: () => `block-${String(id++)}`,
    now: () => 1_700_000_000_000,
  });
}

const rolls = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
  minLength: 1,
  maxLength: 16,
});

describe('PALETTE', () => {
  it('has eight families whose text is readable on any background, and white text on any strong tone', () => {
    expect(PALETTE.map((each) => each.name).join(', ')).to.equal(
      'Earth, Blue, Green, Purple, Red, Orange, Yellow, Pink',
    );
    for (const a of PALETTE) {
      expect(contrast('#FFFFFF', a.strong), a.name).to.be.at.least(4.5);
      for (const b of PALETTE)
        for (const background of [b.paper, b.light])
          expect(contrast(a.deep, background), `${a.name} on ${b.name}`).to.be.at.least(4.5);
    }
  });
});

describe('createStarterPage', () => {
  it('is valid, complete and inside the window for any random choices (law) [P24]', () => {
    fc.assert(
      fc.property(rolls, fc.constantFrom('a', 'marigold', 'x'.repeat(60)), (seed, username) => {
        const page = starter(seed, username);
        expectValid(page);
        const blocks = Object.values(page.things);
        const count = (type: string) => blocks.filter((each) => each.type === type).length;
        expect(count('shape')).to.equal(3);
        expect(count('text')).to.equal(2);
        expect(count('rich-button')).to.equal(3);
        expect(count('image')).to.equal(5);
        const sections = blocks.filter((each) => each.parentUuid === undefined);
        expect(sections).to.have.length(2);
        const height = sections.reduce((sum, each) => sum + each.position.height, 0);
        expect(height).to.be.closeTo(2.3, 1e-9);
        expect(page.relativeHeight).to.equal(2.3);
        for (const { parentUuid, position } of blocks) {
          const parent = parentUuid === undefined ? undefined : page.things[parentUuid];
          if (!parent) continue;
          const bounds = boundsOfRotated(position, position.rotationDeg);
          expect(bounds.x).to.be.at.least(0);
          expect(bounds.x + bounds.width).to.be.at.most(1);
          expect(bounds.y).to.be.at.least(0);
          expect(bounds.y + bounds.height).to.be.at.most(parent.position.height);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('uses only images that come with the product', () => {
    for (const { content } of Object.values(starter([0.3]).things)) {
      const url = 'url' in content ? String(content.url) : null;
      if (url === null) continue;
      expect(isAssetUrl(url)).to.equal(true);
      expect(STARTER_TIP_IMAGES).to.have.property(url.replace('/assets/', ''));
    }
    for (const svg of Object.values(STARTER_TIP_IMAGES))
      expect(svg).to.not.match(/<script|<foreignObject|href|url\(| on\w+=/);
  });
});

describe('createBlankPage', () => {
  it('is public, unlisted, and has one section of 600 by 800 px [P25]', () => {
    const page = createBlankPage({ slug: 'news', createId: () => 'only' });
    expectValid(page);
    expect(page).to.include({ isPublic: true, isListed: false, isPeekable: false });
    expect(Object.keys(page.things)).to.eql(['only']);
    expect(page.settings.referenceWidth).to.equal(600);
    const { type, position } = page.things.only ?? {};
    expect(type).to.equal('group');
    expect(position).to.deep.include({ x: 0, y: 0, width: 1, height: 1.333333, rotationDeg: 0 });
  });
});
