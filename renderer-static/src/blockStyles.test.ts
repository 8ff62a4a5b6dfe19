/// <reference lib="dom" />
import { type Block, cornerRadiusPx, minimumHeightPx, textStyleOf } from '@cobble/engine';
import { expect } from 'chai';
import type { Browser, Page as BrowserPage } from 'playwright-core';
import { renderPage } from './renderPage.ts';
import { closeWindows, sharedBrowser } from '../../scripts/testing/chromium.mjs';
import { makeBlock, makePage } from './testing/makePage.ts';
import { measurePage } from './testing/measurePage.ts';

const MADE = '2026-05-01T23:30:00.000Z';

const shape = (uuid: string, rest: Partial<Block> = {}): Block =>
  makeBlock({
    uuid,
    type: 'shape',
    content: { shapeType: 'oval', shapeColor: '#FFB52E' },
    ...rest,
  });

const dated = (displayTimestamp: 'off' | 'always' | 'hover', rest: Partial<Block> = {}): Block =>
  shape('a', { clientCreatedAt: MADE, properties: { displayTimestamp }, ...rest });

describe('common features of blocks', () => {
  it('a timestamp is formatted in the page’s language, with the exact time in `datetime`', () => {
    const { html } = renderPage(makePage([dated('always')], { lang: 'de' }));
    expect(html).to.contain(`<time class="when" datetime="${MADE}">01.05.2026</time>`);
  });

  describe("a button's label", () => {
    const button = (text: string, paddingPx?: number): string =>
      renderPage(
        makePage([
          makeBlock({
            uuid: 'a',
            type: 'rich-button',
            position: { x: 0.1, y: 0.1, width: 0.4, height: 0.1, rotationDeg: 0, zIndex: 1 },
            styles: paddingPx === undefined ? {} : { paddingPx },
            content: { richButtonColor: '#2B4EFF', richButtonText: { text, size: 20 } },
          }),
        ]),
      ).html;
    const paddingOf = (html: string): string | undefined =>
      /[;{]padding:(calc[^;}]*|0 [^;}]*)/.exec(html.split('.b-').at(-1) ?? '')?.[1];

    it('has no line breaks at its end [TX12]', () => {
      expect(button('Order\nonline \n\n')).to.equal(button('Order\nonline'));
    });

    it('keeps off the edges if it is long, unless the padding is larger [B14]', () => {
      const long = 'Order online for pick up in the shop on the square';
      expect(paddingOf(button(long))).to.equal('0 calc(8*var(--p))');
      expect(paddingOf(button(long, 3))).to.equal('calc(3*var(--p)) calc(8*var(--p))');
      expect(paddingOf(button(long, 12))).to.equal('calc(12*var(--p))');
      expect(paddingOf(button('Order'))).to.equal(undefined);
      expect(paddingOf(button('在线'.repeat(7)))).to.equal('0 calc(8*var(--p))');
    });
  });

  it('a button that its label has made taller keeps its font size and its corners [E59] [B14]', () => {
    const button = (content: object, height: number): string =>
      renderPage(
        makePage([
          makeBlock({
            uuid: 'a',
            type: 'rich-button',
            position: { x: 0.1, y: 0.1, width: 0.5, height, rotationDeg: 0, zIndex: 1 },
            styles: { borderRadiusPx: 2000 },
            content: { richButtonColor: '#2B4EFF', richButtonText: { text: 'Go' }, ...content },
          }),
        ]),
      ).html;
    const fontSizeOf = (html: string): string | undefined =>
      /font-size:[^;}]*20\.4[^;}]*/.exec(html)?.[0];
    const grown = button({ minHeightPx: 60 }, 0.4);
    expect(grown).to.contain('border-radius:calc(30*var(--p))');
    expect(fontSizeOf(grown))
      .to.be.a('string')
      .and.to.equal(fontSizeOf(button({}, 0.1)));
    for (const minHeightPx of [-60, '60', null, {}])
      expect(button({ minHeightPx }, 0.1)).not.to.match(/border-radius:(calc\()?-|NaN/);
  });

  it('a button has the label and corners that the canvas shows, whatever minimum height a page stores [E59] [B14]', () => {
    for (const minHeightPx of [
      0,
      5,
      60,
      1_000_000,
      1_366_000,
      2_000_000,
      Infinity,
      -60,
      '60',
      null,
    ]) {
      const button = makeBlock({
        uuid: 'a',
        type: 'rich-button',
        position: { x: 0.1, y: 0.1, width: 0.5, height: 0.4, rotationDeg: 0, zIndex: 1 },
        styles: { borderRadiusPx: 2000 },
        content: { richButtonColor: '#2B4EFF', richButtonText: { text: 'Go' }, minHeightPx },
      });
      const page = makePage([button]);
      const { referenceWidth } = page.settings;
      const { html } = renderPage(page);
      const lengths = (property: string): number[] =>
        [...html.matchAll(new RegExp(`${property}:[a-z(]*([\\d.]+)`, 'g'))].map((each) =>
          Number(each[1]),
        );
      const title = String(minHeightPx);
      const sizePx = textStyleOf(button, referenceWidth)?.sizePx ?? 0;
      expect(
        lengths('font-size').some((each) => Math.abs(each - sizePx) < 0.01),
        title,
      ).to.equal(true);
      const radius = cornerRadiusPx(button, referenceWidth) ?? 0;
      expect(lengths('border-radius'), title).to.include(radius);
      const isValid = typeof minHeightPx === 'number' && minHeightPx >= 0 && minHeightPx < 2e6;
      // A pill, as tall as the engine lets a block be.
      const most = isValid ? minimumHeightPx(button, referenceWidth) / 2 : 2000;
      expect(radius, title).to.equal(Math.min(2000, most));
    }
  });

  it('a note that was scaled has the margin that the canvas shows, 16 px by default [E59] [B16]', () => {
    const note = (content: object): string =>
      renderPage(
        makePage([
          makeBlock({
            uuid: 'a',
            type: 'sticky-note',
            content: { stickyNoteColor: '#FFE27A', stickyNoteText: { text: 'Milk' }, ...content },
          }),
        ]),
      ).html;
    expect(note({ marginPx: 8 })).to.contain('padding:calc(8*var(--p))');
    for (const marginPx of [undefined, -8, '8', 9000, null])
      expect(note({ marginPx })).to.contain('padding:calc(16*var(--p))');
  });

  it('a timestamp can be shown on hover, and is left out if off or unknown', () => {
    expect(renderPage(makePage([dated('hover')])).html).to.contain('<time class="when hint"');
    for (const block of [
      dated('off'),
      dated('always', { clientCreatedAt: undefined }),
      dated('always', { clientCreatedAt: 'yesterday "><script>' }),
    ])
      expect(renderPage(makePage([block])).html).not.to.contain('<time');
  });

  it('a timestamp is part of the accessible name if that replaces the content', () => {
    const block = dated('always', {
      altText: 'A sun',
      properties: { displayTimestamp: 'always', hyperlink: '/sun' },
    });
    expect(renderPage(makePage([block])).html).to.contain('aria-label="A sun, May 1, 2026"');
  });

  it('sections support timestamps, hover effects and disabled pointer events, as blocks do', () => {
    const section = makeBlock({
      uuid: 's1',
      type: 'group',
      parentUuid: undefined,
      clientCreatedAt: MADE,
      properties: {
        displayTimestamp: 'always',
        effects: { onHover: 'opacity' },
        pointerEvents: 'none',
      },
      content: { groupDisplay: 'freeform', groupOrder: 0 },
    });
    const { html } = renderPage(makePage([section]));
    expect(html).to.match(/<div class="s e-opacity [^>]*><time /);
    expect(html).to.match(/\.s-\w+\{[^}]*pointer-events:none/);
  });

  it('background images repeat and stay fixed as set, on blocks and on the page [PD11]', () => {
    const background = {
      imageUrl: '/assets/a.png',
      repeat: 'repeat-x',
      attachment: 'fixed',
    } as const;
    const page = makePage([shape('a', { styles: { background } })]);
    const { css } = renderPage({ ...page, style: { background } });
    const declarations =
      'background-image:url("/assets/a.png");background-size:cover;background-position:center;' +
      'background-repeat:repeat-x;background-attachment:fixed';
    expect(css.split(declarations)).to.have.lengthOf(3);
  });

  describe('in a browser', function () {
    this.timeout(60_000);
    let browser: Browser;
    let screen: BrowserPage;
    before(async () => {
      browser = await sharedBrowser();
    });
    beforeEach(async () => {
      screen = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    });
    afterEach(async () => {
      await screen.close();
    });
    after(async () => {
      await closeWindows(browser);
    });

    const opacityOf = (selector: string): Promise<string> =>
      screen.locator(selector).evaluate((element) => getComputedStyle(element).opacity);

    it('a hover timestamp appears on hover [PD11]', async () => {
      await screen.emulateMedia({ reducedMotion: 'reduce' });
      await screen.setContent(renderPage(makePage([dated('hover')])).html);
      expect(await opacityOf('time')).to.equal('0');
      await screen.hover('#a');
      expect(await opacityOf('time')).to.equal('1');
    });

    it('hover fades from the block’s opacity, and grows only without reduced motion [PD11]', async () => {
      const page = makePage([
        shape('a', { styles: { opacity: 0.5 }, properties: { effects: { onHover: 'opacity' } } }),
        shape('b', {
          position: { ...shape('b').position, y: 0.6 },
          properties: { effects: { onHover: 'grow' } },
        }),
      ]);
      await screen.emulateMedia({ reducedMotion: 'reduce' });
      await screen.setContent(renderPage(page).html);
      await screen.hover('.e-opacity');
      expect(Number(await opacityOf('.e-opacity'))).to.be.closeTo(0.35, 0.001);
      await screen.hover('.e-grow');
      const scaleOf = (): Promise<string> =>
        screen.locator('.e-grow').evaluate((element) => getComputedStyle(element).scale);
      expect(await scaleOf()).to.equal('none');
      await screen.emulateMedia({ reducedMotion: 'no-preference' });
      await screen.locator('.e-grow').evaluate((element) => {
        element.style.transition = 'none';
      });
      expect(await scaleOf()).to.equal('1.05');
    });

    it('pinned blocks stick to their edge of the screen, but move with their group inside a pinned one [LY10]', async () => {
      const at = (x: number, pin: 'left' | 'right') => ({ ...shape('x').position, x, pin });
      const page = makePage([
        shape('left', { position: at(0.1, 'left') }),
        shape('outside', { position: { ...at(-0.9, 'left'), y: 0.5 } }),
        makeBlock({
          uuid: 'group',
          type: 'group',
          position: { ...at(0.65, 'right'), y: 1 },
          content: { groupDisplay: 'freeform', groupOrder: 0 },
        }),
        shape('inner', {
          parentUuid: 'group',
          position: { ...shape('x').position, x: 0.05, pin: 'left' },
        }),
      ]);
      for (const [width, shown, phoneLayout] of [
        [1280, [60, 0, 1280 - 60 - 150, 1280 - 210 + 30], 'scaled'],
        [1920, [60, 0, 1920 - 60 - 150, 1920 - 210 + 30], 'automatic'],
      ] as const) {
        const { blocks } = await measurePage(
          screen,
          renderPage({ ...page, settings: { ...page.settings, phoneLayout } }).html,
          width,
        );
        const boxes = ['left', 'outside', 'group', 'inner'].map((name) =>
          Math.round(blocks.find(({ id }) => id === name)?.x ?? Number.NaN),
        );
        expect(boxes).to.deep.equal(shown);
      }
      const phone = renderPage({
        ...page,
        settings: { ...page.settings, phoneLayout: 'automatic' },
      });
      const { blocks } = await measurePage(screen, phone.html, 375);
      expect(blocks).to.have.length(4);
      for (const { id, x, width } of blocks) {
        // It is wider than its group, which is in the window.
        if (id === 'inner') continue;
        expect(x, `${id} on a phone`).to.be.at.least(0);
        expect(x + width, `${id} on a phone`).to.be.at.most(375);
      }
    });

    it('pinned blocks stick to the window’s edge if overflow is hidden', async () => {
      const page = makePage([
        shape('a', { position: { ...shape('a').position, x: -0.2, pin: 'left' } }),
      ]);
      const html = renderPage({ ...page, style: { hideOverflow: true } }).html;
      const { blocks } = await measurePage(screen, html, 1280);
      expect(Math.round(blocks[0]?.x ?? 0)).to.equal(340);
    });
  });
});
