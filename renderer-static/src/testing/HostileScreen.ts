/// <reference lib="dom" />
import { createHash } from 'node:crypto';
import { EMBED_PLATFORMS, findDefinition, isAllowedMetaName } from '@cobble/engine';
import type { Browser, Page as BrowserPage } from 'playwright-core';
import { PAGE_HOST } from '../blocks/embed/embedScript.ts';
import type { RenderedPage } from '../RenderOptions.ts';
import { EVIL_HOST } from './hostile.ts';
import { CODE_HOST } from './hostileRenderings.ts';
import { SAMPLE_BLOCKS } from './sampleBlocks.ts';

const HOME = 'http://pages.test/';
const ANALYTICS_URL = 'https://www.googletagmanager.com/gtag/js?id=G-ABCDE12345';

/** GIPHY URLs built from checked parts. */
const OWN_IMAGE = /^https:\/\/media\d?\.giphy\.com\/media\/\w+\/[\w-]+\.gif$/;
/** Requests to the page's own host. */
const OWN_FILE = /^http:\/\/pages\.test\/(?:(?:assets|fonts)\/[\w.-]+|favicon\.ico|feed\.xml)$/;

/** Hosts whose pages embeds may show in frames. */
const FRAME_HOSTS = EMBED_PLATFORMS.flatMap(({ type }) => {
  const url = findDefinition(type)?.embed?.frameUrl(
    SAMPLE_BLOCKS[type][0]?.content ?? {},
    PAGE_HOST,
  );
  return url ? [new URL(url).hostname.split('.').slice(-2).join('.')] : [];
});

/**
 * Chromium's arguments for a {@link HostileScreen}: embeds share the page's process instead of
 * starting one each. What a page contains and requests does not depend on that.
 */
export const HOSTILE_SCREEN_ARGS = ['--disable-site-isolation-trials'];

/** A browser window in which hostile pages are opened and inspected. */
export class HostileScreen {
  private readonly screen: BrowserPage;
  private html = '';
  private policy: string | null = null;
  private readonly violations: string[] = [];
  private readonly requests: string[] = [];

  private constructor(screen: BrowserPage) {
    this.screen = screen;
  }

  static async open(browser: Browser): Promise<HostileScreen> {
    const hostile = new HostileScreen(await browser.newPage());
    await hostile.listen();
    return hostile;
  }

  private async listen(): Promise<void> {
    this.screen.on('dialog', (dialog) => {
      this.requests.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    this.screen.on('popup', (popup) => {
      this.requests.push(`window ${popup.url()}`);
      void popup.close();
    });
    this.screen.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) this.violations.push(message.text());
    });
    await this.screen.route('**/*', async (route) => {
      const url = route.request().url();
      if (url === HOME)
        await route.fulfill({
          body: this.html,
          contentType: 'text/html; charset=utf-8',
          headers: this.policy === null ? {} : { 'Content-Security-Policy': this.policy },
        });
      else {
        // Code embeds make their requests from their frame's own origin.
        if (route.request().frame() === this.screen.mainFrame()) this.requests.push(url);
        await route.abort();
      }
    });
  }

  /** Loads a document with or without its policy. */
  async show(html: string, csp: string | null): Promise<void> {
    this.html = html;
    this.policy = csp;
    this.violations.length = 0;
    this.requests.length = 0;
    await this.screen.goto(HOME, { waitUntil: 'load' });
  }

  /**
   * Inspects a rendering without its policy, so that only escaping protects the page: reports
   * foreign scripts, requests to other hosts, and unexpected elements, attributes and rules.
   */
  async faultsOf({ html, csp }: Pick<RenderedPage, 'html' | 'csp'>): Promise<string[]> {
    await this.show(html, null);
    // Hovers over every element and activates every embed, since handlers might wait for that.
    await this.screen.evaluate(() => {
      for (const element of window.document.querySelectorAll('*'))
        for (const type of ['mouseover', 'focus', 'load', 'error'])
          element.dispatchEvent(new Event(type));
      for (const button of window.document.querySelectorAll<HTMLElement>('.e-go')) button.click();
    });
    const isOwn = (url: string): boolean =>
      OWN_FILE.test(url) || OWN_IMAGE.test(url) || url === ANALYTICS_URL;
    return [...(await this.faultsInDocument(csp)), ...this.requests.filter((url) => !isOwn(url))];
  }

  /** Reports what a rendering's policy blocks, and whether its styles apply under it. */
  async blockedBy({ html, csp }: Pick<RenderedPage, 'html' | 'csp'>): Promise<string[]> {
    await this.show(html, csp);
    const isStyled = await this.screen.evaluate(() => {
      const main = window.document.querySelector('main') ?? window.document.body;
      return getComputedStyle(main).isolation === 'isolate';
    });
    return [...this.violations, ...(isStyled ? [] : ['its styles do not apply'])];
  }

  private async faultsInDocument(csp: string): Promise<string[]> {
    const found = await this.screen.evaluate(inspect, {
      evilHost: EVIL_HOST,
      codeHost: CODE_HOST,
      ownImage: OWN_IMAGE.source,
    });
    const scripts = found.scripts.filter(
      (text) => !csp.includes(`'sha256-${createHash('sha256').update(text).digest('base64')}'`),
    );
    const sources = /frame-src ([^;]*)/.exec(csp)?.[1]?.split(' ') ?? [];
    const frames = found.frames.filter((url) => {
      const { hostname, origin, protocol } = new URL(url);
      const isKnown = FRAME_HOSTS.some(
        (host) => hostname === host || hostname.endsWith(`.${host}`),
      );
      return protocol !== 'https:' || !isKnown || !sources.includes(origin);
    });
    return [
      ...found.faults,
      ...scripts.map((text) => `a script: ${text}`),
      ...frames.map((url) => `a frame: ${url}`),
      ...found.metaNames
        .filter((name) => !isAllowedMetaName(name))
        .map((name) => `a meta tag: ${name}`),
    ];
  }
}

/**
 * Reports what the loaded document should not contain. Runs in the browser and can use nothing from
 * outside.
 */
function inspect({
  evilHost,
  codeHost,
  ownImage,
}: {
  readonly evilHost: string;
  readonly codeHost: string;
  readonly ownImage: string;
}): { faults: string[]; scripts: string[]; frames: string[]; metaNames: string[] } {
  const own = new RegExp(`^(?:/assets/[\\w.-]+(?: \\d+w)?(?:, |$))+$|${ownImage}`);
  // Code embeds: no access to the page's origin, no navigation.
  const codeSandbox = /^(?:allow-(?:scripts|forms|popups|popups-to-escape-sandbox)(?: |$))+$/;
  // Do not declare functions here: the test compiler would add calls to a helper that the browser
  // does not have.
  const faults: string[] = [];
  const scripts: string[] = [];
  const frames: string[] = [];
  const metaNames: string[] = [];
  if ('pwned' in window) faults.push('a script ran');
  const allowed =
    'HTML HEAD META TITLE LINK STYLE BODY A DIV MAIN SECTION FOOTER ASIDE P H1 H2 H3 H4 UL OL LI BR STRONG EM U S SPAN TIME IMG SVG PATH RECT PICTURE SOURCE AUDIO VIDEO IFRAME BUTTON INPUT SCRIPT ARTICLE';
  const ourMeta = /^(?:viewport|description|theme-color|twitter:card|generator)$/;
  const ourLinks = /^(?:canonical|icon|apple-touch-icon|alternate|preload)$/;
  for (const element of window.document.querySelectorAll('*')) {
    const { tagName } = element;
    if (!allowed.split(' ').includes(tagName.toUpperCase())) faults.push(`<${tagName}>`);
    const isScript = tagName === 'SCRIPT';
    const src = element.getAttribute('src');
    if (isScript && src === null) scripts.push(element.textContent);
    const isAnalytics =
      isScript && src === 'https://www.googletagmanager.com/gtag/js?id=G-ABCDE12345';
    const isEmbed = tagName === 'IFRAME' && element.parentElement?.matches('.e') === true;
    if (isEmbed) frames.push(src ?? '');
    const isCode = tagName === 'IFRAME' && !isEmbed;
    if (isCode && !codeSandbox.test(element.getAttribute('sandbox') ?? ''))
      faults.push(`sandbox ${element.getAttribute('sandbox') ?? 'none'}`);
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'style') faults.push(name);
      if (name === 'srcdoc' && element.getAttribute('sandbox')?.includes('scripts'))
        faults.push('scripts in the page’s own frame');
      if (name === 'class' && !/^[\w -]*$/.test(value)) faults.push(`class ${value}`);
      if (name === 'src' && isCode && value.startsWith(`${codeHost}/`)) continue;
      if (['src', 'srcset', 'imagesrcset', 'poster'].includes(name) && !isEmbed && !isAnalytics)
        if (!own.test(value)) faults.push(`${name} ${value}`);
    }
    const href = element.getAttribute('href');
    if (href !== null && !/^(https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i.test(href))
      faults.push(`href ${href}`);
    if (tagName === 'META') {
      const name = element.getAttribute('name');
      if (element.hasAttribute('http-equiv')) faults.push('http-equiv');
      if (name !== null && !ourMeta.test(name)) metaNames.push(name);
    }
    if (tagName === 'LINK') {
      if (!ourLinks.test(element.getAttribute('rel') ?? '')) faults.push('a link element');
      if (element.getAttribute('rel') === 'preload' && !/^\/fonts\/[\w.-]+$/.test(href ?? ''))
        faults.push(`preload ${href ?? ''}`);
    }
  }
  if (window.document.querySelectorAll('style').length !== 1) faults.push('more than one style');
  const rules = [...window.document.styleSheets].flatMap((sheet) =>
    sheet.ownerNode instanceof HTMLStyleElement ? [...sheet.cssRules] : [],
  );
  for (let rule = rules.pop(); rule !== undefined; rule = rules.pop()) {
    if (rule instanceof CSSMediaRule) rules.push(...rule.cssRules);
    else if (!/^CSS(?:Style|FontFace|Keyframes)Rule$/.test(rule.constructor.name))
      faults.push(rule.cssText);
    if (rule.cssText.includes(`//${evilHost}`)) faults.push(rule.cssText);
    if (rule instanceof CSSStyleRule && rule.style.position === 'fixed')
      if (!['.made', '.count'].includes(rule.selectorText)) faults.push(rule.cssText);
  }
  return { faults, scripts, frames, metaNames };
}
