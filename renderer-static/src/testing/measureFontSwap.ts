/// <reference lib="dom" />
import type { Page as BrowserPage } from 'playwright-core';
import { richTextFromPlain, type RichText } from '@cobble/engine';
import { renderPage } from '../renderPage.ts';
import { makeBlock, makePage } from './makePage.ts';
import type { PageServer } from './servePage.ts';
import { untilSized } from './untilSized.ts';

/** What moved on a page when its fonts replaced their fallbacks. */
export interface FontSwap {
  /** Cumulative layout shift as browsers report it. */
  readonly cls: number;
  /** Largest vertical movement of a block, px. */
  readonly movedPx: number;
  /** Lines of text before and after. */
  readonly lines: readonly [before: number, after: number];
  /** Largest movement of a first baseline within its block, px. */
  readonly baselinePx: number;
}

/** The same text in five languages with Latin script and one with Cyrillic script. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'Bread rises slowly in the cool of the night. In the morning we shape it by hand, let it rest under a cloth, and bake it until the whole street knows. Come by before nine, when the rye is still warm, or order two days ahead.',
  de: 'Über Nacht geht der Teig langsam auf. Morgens formen wir ihn von Hand, lassen ihn unter einem Tuch ruhen und backen ihn, bis es die ganze Straße riecht. Kommen Sie vor neun, solange das Roggenbrot noch warm ist, oder bestellen Sie zwei Tage vorher.',
  fr: 'La pâte lève lentement dans la fraîcheur de la nuit. Le matin, nous la façonnons à la main, la laissons reposer sous un linge et la cuisons jusqu’à ce que toute la rue le sache. Passez avant neuf heures, quand le seigle est encore tiède.',
  pl: 'Ciasto rośnie powoli w chłodzie nocy. Rano formujemy je ręcznie, odstawiamy pod ściereczką i pieczemy, aż poczuje je cała ulica. Zajrzyj przed dziewiątą, póki żytni chleb jest jeszcze ciepły, albo zamów z dwudniowym wyprzedzeniem.',
  tr: 'Hamur gecenin serinliğinde yavaşça kabarır. Sabah onu elle şekillendirir, bir bezin altında dinlendirir ve bütün sokak duyana kadar pişiririz. Çavdar ekmeği hâlâ sıcakken, dokuzdan önce uğrayın ya da iki gün önceden sipariş verin.',
  ru: 'Тесто медленно поднимается в ночной прохладе. Утром мы формуем его руками, даём отдохнуть под полотном и печём, пока не узнает вся улица. Заходите до девяти, пока ржаной хлеб ещё тёплый, или заказывайте за два дня.',
};

/** A page with a heading, two paragraphs and a button, in a family and a language. */
export function swapPage(family: string, lang: string) {
  const sample = LANGUAGES[lang] ?? '';
  const [first = '', ...rest] = sample.split('. ');
  const heading: RichText = {
    type: 'doc',
    content: [{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: first }] }],
  };
  const text = (uuid: string, y: number, doc: RichText, isBold = false) =>
    makeBlock({
      uuid,
      type: 'text',
      position: { x: 0.05, y, width: 0.9, height: 0.05 },
      content: { text: doc, font: family, ...(isBold ? { isBold } : {}) },
    });
  return makePage(
    [
      text('a', 0.02, heading),
      text('b', 0.4, richTextFromPlain(sample)),
      text('c', 0.8, richTextFromPlain(rest.join('. ')), true),
      makeBlock({
        uuid: 'd',
        type: 'button',
        position: { x: 0.3, y: 1.2, width: 0.4, height: 0.1 },
        content: { buttonType: 'wide', color: '#2B4EFF', font: family, text: first },
      }),
    ],
    { lang },
  );
}

/**
 * Shows a page with its fonts delayed until after the first paint.
 *
 * @param fallbacks whether families have metric-compatible fallbacks
 */
export async function measureFontSwap(
  tab: BrowserPage,
  server: PageServer,
  page: ReturnType<typeof swapPage>,
  fallbacks: boolean,
): Promise<FontSwap> {
  const rendered = renderPage(page);
  const html = fallbacks
    ? rendered.html
    : rendered.html
        .replace(/@font-face\{font-family:"[^"]+ Fallback"[^}]*\}\n?/g, '')
        .replace(/, "[^"]+ Fallback"/g, '');
  // The policy allows the style element by its hash, which is different now.
  server.show({ html, csp: fallbacks ? rendered.csp : '' });
  server.setFonts('delayed');
  await tab.goto(server.url, { waitUntil: 'domcontentloaded' });
  await untilSized(tab);
  await tab.evaluate(async () => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { readonly value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
    for (let count = 0; count < 3; count++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  const before = await measureTexts(tab);
  server.release();
  server.setFonts('sent');
  await tab.evaluate(async () => {
    await document.fonts.ready;
    for (let count = 0; count < 3; count++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  const after = await measureTexts(tab);
  const cls = await tab.evaluate(() =>
    (globalThis as unknown as { readonly shifts: readonly number[] }).shifts.reduce(
      (sum, each) => sum + each,
      0,
    ),
  );
  const moved = before.map(({ top }, index) => Math.abs(top - (after[index]?.top ?? top)));
  const baselines = before.map(({ baseline }, index) =>
    Math.abs(baseline - (after[index]?.baseline ?? baseline)),
  );
  const count = (blocks: typeof before): number =>
    blocks.reduce((sum, { lines }) => sum + lines, 0);
  return {
    cls,
    movedPx: Math.max(...moved),
    lines: [count(before), count(after)],
    baselinePx: Math.max(...baselines),
  };
}

interface MeasuredText {
  readonly top: number;
  readonly lines: number;
  /** Of the first line, from the block's top. */
  readonly baseline: number;
}

function measureTexts(tab: BrowserPage): Promise<readonly MeasuredText[]> {
  return tab.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.b[id]')].map((block) => {
      const paragraph = block.querySelector<HTMLElement>('p,h1,h2,span') ?? block;
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      const probe = document.createElement('span');
      probe.style.cssText = 'display:inline-block;width:0;height:0';
      paragraph.prepend(probe);
      const { top } = block.getBoundingClientRect();
      const baseline = probe.getBoundingClientRect().bottom - top;
      probe.remove();
      return { top: top + scrollY, lines: tops.size, baseline };
    }),
  );
}
