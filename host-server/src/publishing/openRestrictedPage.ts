import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseUrl } from '@cobble/engine';
import type { Logger } from 'pino';
import proxyAddr from 'proxy-addr';
import { addressKey, type Consume } from '../app/limits.ts';
import { ApiError } from '../shared/ApiError.ts';
import type { Clock } from '../shared/clock.ts';
import { sendPlain } from '../shared/sendPlain.ts';
import type { Found } from './Found.ts';
import { isPassword } from './hashPassword.ts';
import type { PageCookies } from './pageCookie.ts';
import { PASSWORD_PAGE_CSP, passwordHtml, type PasswordProblem } from './PasswordPage.tsx';
import { readForm } from './readForm.ts';
import type { PublicationSender } from './sendPublication.ts';
import { type SiteKey, siteKeyText } from './SiteKey.ts';

type Restricted = Extract<Found, { kind: 'restricted' }>;

/** A password of 200 characters of four bytes each, written as a form does. */
const MAX_FORM_BYTES = 4096;
const HTML = 'text/html; charset=utf-8';

/** Answers requests for restricted pages: the page to who has given the password, else the form. */
export type RestrictedDoor = (
  request: IncomingMessage,
  response: ServerResponse,
  at: { readonly site: SiteKey; readonly path: string; readonly found: Restricted },
) => Promise<void>;

/** @param options.trustedProxies as in the configuration: attempts are counted by address. */
export function createRestrictedDoor(options: {
  readonly cookies: PageCookies;
  readonly consume: Consume;
  readonly clock: Clock;
  readonly log: Logger;
  readonly trustedProxies: number;
  readonly common: Readonly<Record<string, string>>;
  readonly sender: PublicationSender;
}): RestrictedDoor {
  const { cookies, consume, clock, common, sender, trustedProxies } = options;
  const headers = {
    ...common,
    'Cache-Control': 'no-store, private',
    'Content-Security-Policy': PASSWORD_PAGE_CSP,
    Vary: 'Cookie',
  };
  const pages = {
    ask: passwordHtml(null),
    wrong: passwordHtml('wrong'),
    too_many: passwordHtml('too_many'),
  };

  const refuse = (
    request: IncomingMessage,
    response: ServerResponse,
    problem: PasswordProblem,
    retryAfterSeconds?: number,
  ): void => {
    sendPlain(request, response, problem === 'wrong' ? 403 : 429, HTML, pages[problem], {
      ...headers,
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    });
  };

  return async (request, response, { site, path, found }) => {
    const lock = { site: siteKeyText(site), pageId: found.pageId, password: found.password };
    if (request.method !== 'POST') {
      if (cookies.opens(request.headers.cookie, lock, clock()))
        sender.sendRestricted(request, response, found);
      else sendPlain(request, response, 403, HTML, pages.ask, headers);
      return;
    }
    // Before it is counted: a page elsewhere must not use up its visitors' attempts.
    if (!isSameOrigin(request)) {
      sendPlain(request, response, 403, HTML, pages.ask, headers);
      return;
    }
    const page = String(found.pageId);
    const ip = addressKey(proxyAddr(request, (_address, index) => index < trustedProxies));
    try {
      await consume('pagePasswordsPerIp', `${ip} ${page}`);
      await consume('pagePasswordsPerPage', page);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse(request, response, 'too_many', error.retryAfterSeconds);
      return;
    }
    const form = await readForm(request, MAX_FORM_BYTES);
    if (!(await isPassword(form?.get('password') ?? '', found.password))) {
      refuse(request, response, 'wrong');
      return;
    }
    response.writeHead(303, {
      ...headers,
      Location: path,
      'Set-Cookie': cookies.setCookie(lock, path, clock()),
      'Content-Length': 0,
    });
    response.end();
  };
}

/** Whether a form comes from the very page that it is for; programs send neither header. */
function isSameOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined) return true;
  return host !== undefined && parseUrl(origin)?.host === host.toLowerCase();
}
