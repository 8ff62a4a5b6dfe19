import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseUrl } from '@cobble/engine';
import { clientAddress } from '../http/clientAddress.ts';
import { connectionSignal } from '../http/connectionSignal.ts';
import { siteKeyText, type SiteKey } from '../http/addresses.ts';
import { type Consume } from '../http/limits.ts';
import { sendBytes } from '../http/sendBytes.ts';
import type { StrangerTurns } from '../http/StrangerTurns.ts';
import { ApiError } from '../shared/ApiError.ts';
import type { Clock } from '../shared/clock.ts';
import type { PagePassword } from './pageAccess.ts';
import type { PageCookies } from './PageCookies.ts';
import { PASSWORD_PAGE_CSP, passwordHtml, type PasswordProblem } from './PasswordPage.tsx';
import { isPassword } from './passwords.ts';

/** Enough for a password of 200 characters of four bytes each, form-encoded. */
const MAX_FORM_BYTES = 4096;
const HTML = 'text/html; charset=utf-8';
const STATUS: Readonly<Record<PasswordProblem, number>> = { wrong: 403, too_many: 429, busy: 503 };

/** A published page that visitors see only after entering its password. */
export interface RestrictedPage {
  readonly pageId: number;
  /** The account that owns it, whose turn entered passwords take. */
  readonly ownerId: number;
  readonly password: PagePassword;
}

/**
 * Responds to a request for a restricted page: with the page when a cookie shows that the visitor
 * has entered the password, else with the password form. A POST submits the form; the right
 * password sets the cookie and redirects to `path`, where the page is published.
 */
export type RestrictedPageServer = (
  request: IncomingMessage,
  response: ServerResponse,
  at: {
    readonly site: SiteKey;
    readonly path: string;
    readonly page: RestrictedPage;
    /** Reads the page and sends it. Called only for visitors who have entered the password. */
    readonly send: () => Promise<void>;
  },
) => Promise<void>;

/**
 * Creates the server of restricted pages.
 *
 * @param options.common headers of every response.
 * @param options.trustedProxies see `Configuration`; attempts are counted by network address.
 * @param options.checkPassword for tests: replaces `isPassword`.
 */
export function createRestrictedPageServer(options: {
  readonly cookies: PageCookies;
  readonly consume: Consume;
  /** For counting attempts. */
  readonly strangerTurns: StrangerTurns;
  readonly clock: Clock;
  readonly trustedProxies: number;
  readonly common: Readonly<Record<string, string>>;
  readonly checkPassword?: typeof isPassword;
}): RestrictedPageServer {
  const { cookies, consume, strangerTurns, clock, common, trustedProxies } = options;
  const { checkPassword = isPassword } = options;
  const headers = {
    ...common,
    'Cache-Control': 'no-store, private',
    'Content-Security-Policy': PASSWORD_PAGE_CSP,
    Vary: 'Cookie',
  };
  const pages = {
    form: passwordHtml(null),
    wrong: passwordHtml('wrong'),
    too_many: passwordHtml('too_many'),
    busy: passwordHtml('busy'),
  };

  const refuse = (
    request: IncomingMessage,
    response: ServerResponse,
    problem: PasswordProblem,
    retryAfterSeconds?: number,
  ): void => {
    sendBytes(request, response, STATUS[problem], HTML, pages[problem], {
      ...headers,
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    });
  };

  return async (request, response, { site, path, page, send }) => {
    const grant = { site: siteKeyText(site), pageId: page.pageId, password: page.password };
    if (request.method !== 'POST') {
      if (cookies.grants(request.headers.cookie, grant, clock())) await send();
      else sendBytes(request, response, 403, HTML, pages.form, headers);
      return;
    }
    // Checked before counting, so that another site cannot use up a visitor's attempts.
    if (!isSameOrigin(request)) {
      sendBytes(request, response, 403, HTML, pages.form, headers);
      return;
    }
    const pageKey = String(page.pageId);
    const ip = clientAddress(request, trustedProxies);
    try {
      const signal = connectionSignal(response);
      await strangerTurns.run({ address: ip, cookies: undefined, signal }, async () => {
        await consume('pagePasswordsPerIp', `${ip} ${pageKey}`);
        await consume('pagePasswordsPerPage', pageKey);
      });
      const form = await readForm(request, MAX_FORM_BYTES);
      const turn = { ownerId: page.ownerId, address: ip };
      const given = form?.get('password') ?? '';
      if (!(await checkPassword(given, page.password, turn, connectionSignal(response)))) {
        refuse(request, response, 'wrong');
        return;
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const problem = error.code === 'err_unavailable' ? 'busy' : 'too_many';
      refuse(request, response, problem, error.retryAfterSeconds);
      return;
    }
    response.writeHead(303, {
      ...headers,
      Location: path,
      'Set-Cookie': cookies.setCookie(grant, path, clock()),
      'Content-Length': 0,
    });
    response.end();
  };
}

/** Whether the form was sent from the page's own host, or by a client that is not a browser. */
function isSameOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined) return true;
  return host !== undefined && parseUrl(origin)?.host === host.toLowerCase();
}

/** Reads a URL-encoded form; null when the body has another type or exceeds `maxBytes`. */
async function readForm(
  request: IncomingMessage,
  maxBytes: number,
): Promise<URLSearchParams | null> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return null;
  // Leaving the loop below early closes the connection, so the client would get no response.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
