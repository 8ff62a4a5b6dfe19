import { expect } from 'chai';
import fc from 'fast-check';
import { renderPage } from '../renderPage.ts';
import { makeBlock, makePage } from '../testing/makePage.ts';
import { knownImage } from '../testing/knownImages.ts';
import { PaintedWidth } from './PaintedWidth.ts';
import type { Image } from './Image.ts';
import { readImage } from './readImage.ts';

const page = makePage([
  makeBlock({ uuid: 'a', type: 'image', content: { url: '/assets/a.jpg' } }),
  makeBlock({
    uuid: 'b',
    type: 'shape',
    styles: { background: { imageUrl: '/assets/a.jpg' } },
    content: { shapeType: 'rectangle' },
  }),
]);
const render = (image: unknown) => renderPage(page, { images: () => image as Image });

describe('image information from the host', () => {
  it('is ignored if it is invalid or unsafe, whatever it is [SA1, SA2, SA3]', () => {
    const hostile = '/assets/"><script>alert(1)</script>, x 1w';
    const plain = render(null).html;
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => readImage(value)).not.to.throw();
        render(value);
      }),
      { seed: 5, numRuns: 100 },
    );
    const bad = render({
      width: 9,
      height: 9,
      sources: [
        { type: 'image/svg+xml', files: [{ url: '/assets/x.svg', width: 9 }] },
        {
          type: 'image/webp',
          files: [
            { url: hostile, width: 9 },
            { url: 'javascript:1', width: 9 },
          ],
        },
      ],
      placeholder: 'data:image/svg+xml,<svg onload=alert(1)>',
      isAnimated: true,
      motion: { type: 'video/mp4', url: hostile },
    });
    expect(bad.html).not.to.match(/<script|javascript:|svg\+xml|onload|srcset/);
    expect(plain).to.include('<img');
  });

  it('is optional: without it the page is the same', () => {
    expect(render(null)).to.deep.equal(renderPage(page));
  });
});

describe('the painted widths of an image', () => {
  const paint = (widthPx: number, referenceWidthPx: number, phone: object = {}) =>
    new PaintedWidth(
      {
        widthPx,
        heightPx: 10,
        referenceWidthPx,
        phone: { gutterPx: 0, overPx: referenceWidthPx, ...phone },
      },
      (box) => box.widthPx,
    );

  it('give a `sizes` attribute without redundant conditions', () => {
    expect(paint(300, 600).sizes).to.equal('(max-width:600px) 50vw,300px');
    expect(paint(300, 375).sizes).to.equal('(max-width:375px) 80vw,300px');
    expect(paint(300, 1200).sizes).to.equal('(max-width:1200px) 25vw,300px');
    expect(paint(200, 1000, { gutterPx: 32, overPx: 400 }).sizes).to.equal(
      '(max-width:432px) calc(50vw - 16px),(max-width:600px) 200px,(max-width:1000px) 20vw,200px',
    );
  });

  it('select only files that some screen needs, and at least one', () => {
    const files = knownImage('x', [2048, 2048]).sources[0]?.files ?? [];
    const widthsFor = (px: number) =>
      paint(px, 600)
        .selectFiles(files)
        .map(({ width }) => width);
    expect(widthsFor(100)).to.deep.equal([128, 192, 256, 384]);
    expect(widthsFor(600)).to.deep.equal([384, 512, 768, 1024, 1536, 2048]);
    expect(widthsFor(9000)).to.deep.equal([2048]);
  });
});
