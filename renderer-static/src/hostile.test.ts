/// <reference lib="dom" />
import type { Page } from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Browser, Page as BrowserPage } from 'playwright-core';
import type { RenderOptions } from './RenderOptions.ts';
import { renderPage } from './renderPage.ts';
import { EVIL_HOST, HOSTILE_STRINGS, hostileCopies } from './testing/hostile.ts';
import { launchChromium } from './testing/launchChromium.ts';
import { samplePage } from './testing/sampleBlocks.ts';

const OPTIONS: RenderOptions = {
  url: 'https://ada.example.com/',
  attributionUrl: 'https://cobble.example/',
};

/** security.md rows 18 to 20: hostile JSON that no schema has seen, in a real browser. */
describe('a hostile page', function () {
  this.timeout(120_000);
  let browser: Browser;
  let screen: BrowserPage;
  let document = '';
  let policy: string | null = null;
  let violations: string[] = [];
  let requests: string[] = [];

  before(async () => {
    browser = await launchChromium();
    screen = await browser.newPage();
    screen.on('dialog', (dialog) => {
      requests.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    screen.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
    });
    await screen.route('**/*', async (route) => {
      const url = route.request().url();
      if (url === 'http://pages.test/')
        await route.fulfill({
          body: document,
          contentType: 'text/html; charset=utf-8',
          headers: policy === null ? {} : { 'Content-Security-Policy': policy },
        });
      else {
        // What the author's own code asks for is asked for by its frame, of an origin of its own.
        if (route.request().frame() === screen.mainFrame()) requests.push(url);
        await route.abort();
      }
    });
  });
  after(async () => {
    await browser.close();
  });

  async function open(html: string, csp: string | null): Promise<void> {
    document = html;
    policy = csp;
    violations = [];
    requests = [];
    await screen.goto('http://pages.test/', { waitUntil: 'load' });
  }

  it('runs nothing, asks for nothing of its own, and stays in its attributes and rules', async () => {
    await fc.assert(
      fc.asyncProperty(hostileCopies(samplePage()), async (page) => {
        const rendered = renderPage(page, OPTIONS);
        // Without the policy: what holds must hold by escaping alone.
        await open(rendered.html, null);
        // Each link and block is pointed at and pressed, as handlers might wait for that.
        await screen.evaluate(() => {
          for (const element of window.document.querySelectorAll('*'))
            for (const type of ['mouseover', 'focus', 'load', 'error'])
              element.dispatchEvent(new Event(type));
        });
        expect(await faultsOf(screen)).to.deep.equal([]);
        const strangers = requests.filter(
          (url) =>
            !/^http:\/\/pages\.test\/(assets|fonts)\/[\w.-]+$|\/favicon\.ico$/.test(url) &&
            !OWN_PICTURE.test(url),
        );
        expect(strangers).to.deep.equal([]);
      }),
      { numRuns: 60 },
    );
  });

  it('lives with its own policy: nothing of it is blocked', async () => {
    for (const page of [samplePage(), ...fc.sample(hostileCopies(samplePage()), 5)]) {
      const { html, csp } = renderPage(page, OPTIONS);
      await open(html, csp);
      expect(violations).to.deep.equal([]);
      const isStyled = await screen.evaluate(
        () =>
          getComputedStyle(window.document.querySelector('main') ?? window.document.body).isolation,
      );
      expect(isStyled).to.equal('isolate');
    }
  });

  it('finds a way out where there is one: the test sees an unescaped string', async () => {
    const { html } = renderPage(samplePage(), OPTIONS);
    for (const bad of HOSTILE_STRINGS.slice(0, 4)) {
      await open(html.replace('Plain, ', bad), null);
      expect(await faultsOf(screen), bad).not.to.deep.equal([]);
    }
    await open(
      html.replace('main{--p', `main{background:url(https://${EVIL_HOST}/leak);--p`),
      null,
    );
    expect(await faultsOf(screen)).not.to.deep.equal([]);
  });

  it('is rendered without an error, whatever the JSON is', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), hostileCopies(samplePage(), 0.6), hostileThings),
        (page) => {
          const { html } = renderPage(page as Page);
          expect(html).to.match(/^<!DOCTYPE html>/);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** Pictures of other sites that embeds and gifs show, made of checked parts. */
const OWN_PICTURE =
  /^https:\/\/(?:i\.ytimg\.com\/vi\/[\w-]{11}\/hqdefault\.jpg|media\d?\.giphy\.com\/media\/\w+\/[\w-]+\.gif)$/;

/** Trees that go round in circles, or hold keys that other code takes for something else. */
const hostileThings = fc
  .array(
    fc.record({
      key: fc.constantFrom('a', 'b', 'c', '', '__proto__', 'constructor'),
      parentUuid: fc.constantFrom('a', 'b', 'c', '', '__proto__', undefined),
      type: fc.constantFrom('group', 'text', 'constructor', '__proto__', 'toString'),
    }),
  )
  .map((blocks) => ({
    things: Object.fromEntries(blocks.map(({ key, ...block }) => [key, block])),
  }));

/** What in the loaded document should not be there. */
function faultsOf(screen: BrowserPage): Promise<string[]> {
  return screen.evaluate(
    ([evilHost, ownPicture]) => {
      const own = new RegExp(`^/assets/|${ownPicture}`);
      // The author's own code: nothing of this page's origin, no scripts, no leading away.
      const shutIn = /^(allow-popups|allow-popups-to-escape-sandbox| )+$/;
      const faults: string[] = [];
      if ('pwned' in window) faults.push('a script ran');
      const allowed =
        'HTML HEAD META TITLE LINK STYLE BODY A DIV MAIN SECTION FOOTER P H1 H2 H3 H4 UL OL LI BR STRONG EM U S SPAN IMG SVG PATH RECT PICTURE SOURCE AUDIO IFRAME';
      for (const element of window.document.querySelectorAll('*')) {
        if (!allowed.split(' ').includes(element.tagName.toUpperCase()))
          faults.push(`<${element.tagName}>`);
        for (const { name, value } of element.attributes) {
          if (name.startsWith('on') || name === 'style') faults.push(name);
          if (name === 'srcdoc' && !shutIn.test(element.getAttribute('sandbox') ?? ''))
            faults.push(name);
          if (name === 'class' && !/^[\w -]*$/.test(value)) faults.push(`class ${value}`);
          if ((name === 'src' || name === 'srcset') && !own.test(value))
            faults.push(`${name} ${value}`);
        }
        const href = element.getAttribute('href');
        if (href !== null && !/^(https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i.test(href))
          faults.push(`href ${href}`);
      }
      if (window.document.querySelectorAll('style').length !== 1)
        faults.push('more than one style');
      if (window.document.querySelectorAll('link:not([rel=canonical])').length > 0)
        faults.push('a link element');
      for (const sheet of window.document.styleSheets)
        for (const rule of sheet.cssRules) {
          if (!['CSSStyleRule', 'CSSFontFaceRule', 'CSSMediaRule'].includes(rule.constructor.name))
            faults.push(rule.cssText);
          if (rule.cssText.includes(`//${evilHost}`)) faults.push(rule.cssText);
          if (
            rule instanceof CSSStyleRule &&
            rule.style.position === 'fixed' &&
            rule.selectorText !== '.made'
          )
            faults.push(rule.cssText);
        }
      return faults;
    },
    [EVIL_HOST, OWN_PICTURE.source] as const,
  );
}
