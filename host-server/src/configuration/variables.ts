import { isIP } from 'node:net';
import { parseUrl } from '@cobble/engine';
import { z } from 'zod';

const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;
const mailAddress = /^[^\s<>@"]+@[^\s<>@"]+$/;

/**
 * Every environment variable and its validation. A message continues the sentence "expected ...".
 */
export const variables = {
  PORT: checked(isPort, { expected: 'a whole number from 1 to 65535, such as 4000' }),
  HOST: checked(isHost, {
    expected: 'a host name or an IP address to listen on, such as localhost or 0.0.0.0',
  }),
  DATABASE_URL: checked((value) => hasScheme(value, ['postgres:', 'postgresql:'], true), {
    expected: 'the URL of a Postgres database, such as postgresql://user:password@host:5432/cobble',
  }),
  COBBLE_ACCEPT_UNSAFE_DATABASE: checked((value) => value === '0' || value === '1', {
    expected: '1 to accept a database that may lose data, or 0',
  }),
  REDIS_URL: checked((value) => hasScheme(value, ['redis:', 'rediss:'], false), {
    expected: 'the URL of a Redis, such as redis://:password@host:6379',
  }),
  SMTP_URL: checked((value) => hasScheme(value, ['smtp:', 'smtps:'], false), {
    expected: 'the URL of a mail server, such as smtp://user:password@host:587',
  }),
  MAIL_FROM: checked(isSender, {
    expected: 'an email address or a name with one, such as Cobble <hello@example.com>',
  }),
  COBBLE_DATA: checked((value) => !value.includes('\0'), {
    expected: 'the path of a folder',
  }),
  COBBLE_FETCH_FONTS: checked((value) => value === '0' || value === '1', {
    expected: '1 to fetch fonts that are not installed, or 0',
  }),
  COBBLE_LIVE_ROOMS: checked((value) => value === '0' || value === '1', {
    expected: '1 to edit pages in live rooms, or 0',
  }),
  COBBLE_FETCH_PICTURES: checked((value) => value === '0' || value === '1', {
    expected: '1 to copy thumbnails of embeds from other sites, or 0',
  }),
  COBBLE_OFFLINE: checked((value) => value === '0' || value === '1', {
    expected: '1 to let browsers store the app for use without a network, or 0',
  }),
  APP_URL: checked(isOrigin, {
    expected: 'the origin of the app without a path, such as https://cobble.example.com',
  }),
  PAGES_HOST: checked((value) => isHostWithPort(value), {
    expected: 'a host, with a port if needed, such as pages.example.com or localhost:4000',
  }),
  EMBEDS_HOST: checked((value) => isHostWithPort(value), {
    expected: 'a separate host, with a port if needed, such as cobble-embeds.example',
  }),
  CDN_PURGE_URL: checked((value) => hasScheme(value, ['https:', 'http:'], false), {
    expected: 'the URL for purging a CDN, such as https://cdn.example.com/purge',
  }),
  CDN_PURGE_TOKEN: checked((value) => /^[\x21-\x7e]+$/.test(value), {
    expected: 'the token of CDN_PURGE_URL, without spaces',
  }),
  METRICS_PORT: checked(isPort, {
    expected: 'the port of the metrics, a whole number from 1 to 65535, such as 9464',
  }),
  METRICS_ADDRESS: checked(isHost, {
    expected: 'a host name or an IP address at which metrics are served, such as 127.0.0.1',
  }),
  DNS_SERVERS: checked((value) => value.split(',').every((each) => isDnsServer(each.trim())), {
    expected: 'comma-separated addresses of DNS servers, such as 9.9.9.9,[::1]:5353',
  }),
  TRUSTED_PROXIES: checked((value) => /^\d$/.test(value), {
    expected: 'the number of trusted proxies in front of the server, from 0 to 9',
  }),
} as const;

/** The name of a variable that a Cobble server reads. */
export type VariableName = keyof typeof variables;

function checked(
  accepts: (value: string) => boolean,
  { expected }: { expected: string },
): z.ZodType<string | undefined> {
  return z.string().refine(accepts, { error: expected }).optional();
}

function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535;
}

function isHost(value: string): boolean {
  return isIP(value) !== 0 || hostName.test(value);
}

function hasScheme(value: string, schemes: readonly string[], withDatabase: boolean): boolean {
  const url = parseUrl(value);
  if (url === null || !schemes.includes(url.protocol) || url.hostname === '') return false;
  return !withDatabase || url.pathname.length > 1;
}

function isOrigin(value: string): boolean {
  const url = parseUrl(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.href === `${url.origin}/`;
}

function isHostWithPort(value: string): boolean {
  const url = parseUrl(`http://${value}`);
  return url !== null && hostName.test(url.hostname) && url.href === `http://${url.host}/`;
}

function isDnsServer(value: string): boolean {
  if (isIP(value) !== 0) return true;
  const [, bare, bracketed, port] = /^(?:([\d.]+)|\[([\da-f:.]+)\]):(\d{1,5})$/i.exec(value) ?? [];
  return isIP(bare ?? bracketed ?? '') !== 0 && Number(port) >= 1 && Number(port) <= 65_535;
}

function isSender(value: string): boolean {
  if (/[\r\n]/.test(value)) return false;
  const named = /^[^<>]*<([^<>]+)>$/.exec(value);
  return mailAddress.test(named?.[1] ?? value);
}
