import { resolve } from 'node:path';
import { z } from 'zod';
import type { Configuration } from './Configuration.ts';
import { variables, type VariableName } from './variables.ts';
import { isIPv4 } from 'node:net';

/** A configuration, or one line per problem: the variable, its value, and what was expected. */
export type ConfigurationResult =
  | { readonly ok: true; readonly configuration: Configuration }
  | { readonly ok: false; readonly problems: readonly string[] };

type Values = Partial<Record<VariableName, string | undefined>>;

const schema = z.object(variables);

/**
 * Reads the configuration from the environment. An empty variable counts as unset.
 *
 * @param env such as `process.env`.
 * @param rootFolder absolute path that a relative `COBBLE_DATA` and its default `.cobble` are
 *   resolved against.
 */
export function readConfiguration(
  env: Readonly<Record<string, string | undefined>>,
  rootFolder: string,
): ConfigurationResult {
  const given = Object.fromEntries(
    Object.keys(variables).map((name) => [name, env[name]?.trim() || undefined]),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `${name} is ${JSON.stringify(withoutSecrets(name, given[name] ?? ''))}; expected ${issue.message}.`;
    });
    return { ok: false, problems };
  }
  const configuration = withDefaults(parsed.data, rootFolder);
  const problems = findConflicts(configuration, parsed.data);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, configuration };
}

function withDefaults(values: Values, rootFolder: string): Configuration {
  const port = Number(values.PORT ?? 4000);
  const host = values.HOST ?? 'localhost';
  const app = new URL(values.APP_URL ?? `http://localhost:${port}`);
  const pagesHost = (
    values.PAGES_HOST ?? (app.port === '' ? 'localhost' : `localhost:${app.port}`)
  ).toLowerCase();
  return {
    host,
    port,
    databaseUrl: values.DATABASE_URL ?? null,
    acceptUnsafeDatabase: values.COBBLE_ACCEPT_UNSAFE_DATABASE === '1',
    redisUrl: values.REDIS_URL ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? `Cobble <hello@${app.hostname}>`,
    dataFolder: resolve(rootFolder, values.COBBLE_DATA ?? '.cobble'),
    fetchesFonts: values.COBBLE_FETCH_FONTS !== '0',
    fetchesImages: values.COBBLE_FETCH_PICTURES !== '0',
    hasLiveRooms: values.COBBLE_LIVE_ROOMS !== '0',
    storesApp: values.COBBLE_OFFLINE !== '0',
    appUrl: app.origin,
    pagesHost,
    embedsHost: (values.EMBEDS_HOST ?? `embeds.${pagesHost}`).toLowerCase(),
    trustedProxies: Number(values.TRUSTED_PROXIES ?? 0),
    metricsPort: values.METRICS_PORT === undefined ? null : Number(values.METRICS_PORT),
    metricsAddress: values.METRICS_ADDRESS ?? '127.0.0.1',
    dnsServers: values.DNS_SERVERS?.split(',').map((each) => each.trim()) ?? [],
    cdnPurgeUrl: values.CDN_PURGE_URL ?? null,
    cdnPurgeToken: values.CDN_PURGE_TOKEN ?? null,
    isLocal: isLocalHost(app.hostname) && isLocalHost(host),
  };
}

/**
 * Finds values that are valid alone but conflict, so that they fail at the start and not at a
 * sign-in.
 */
function findConflicts(configuration: Configuration, values: Values): string[] {
  const { appUrl, host, isLocal, smtpUrl } = configuration;
  const problems: string[] = [];
  const appIsLocal = isLocalHost(new URL(appUrl).hostname);
  if (!appIsLocal && appUrl.startsWith('http:')) {
    problems.push(
      `APP_URL is "${appUrl}"; expected https, because sessions over plain http are safe on ` +
        `localhost only.`,
    );
  }
  if (!appIsLocal && values.PAGES_HOST === undefined) {
    problems.push(
      `PAGES_HOST is not set; expected the host of published pages, such as pages.example.com, ` +
        `because APP_URL (${appUrl}) is not local.`,
    );
  }
  if (configuration.metricsPort === configuration.port) {
    problems.push(
      `METRICS_PORT is "${configuration.port}"; expected another port than that of the server (PORT), ` +
        `because everyone can connect to that one.`,
    );
  }
  if (!isThirdHost(configuration)) {
    problems.push(
      `EMBEDS_HOST is "${configuration.embedsHost}"; expected a host that is neither the app's ` +
        `(${appUrl}) nor one that a page may have (*.${configuration.pagesHost}), because ` +
        `code embeds run there.`,
    );
  }
  if (!isLocal && smtpUrl === null) {
    const why = appIsLocal ? `HOST (${host})` : `APP_URL (${appUrl})`;
    problems.push(
      `SMTP_URL is not set; expected the URL of a mail server, because ${why} is not local and ` +
        `sign-in emails appear at /dev/mailbox on a local address only.`,
    );
  }
  return problems;
}

/**
 * Whether the embeds host differs from the app and from every name that a site could have. `embeds`
 * below the pages host is reserved.
 */
function isThirdHost({ appUrl, pagesHost, embedsHost }: Configuration): boolean {
  const [app, pages, embeds] = [appUrl, `http://${pagesHost}`, `http://${embedsHost}`].map(
    (url) => new URL(url).hostname,
  );
  if (embeds === app || embeds === pages) return false;
  return embeds === `embeds.${pages ?? ''}` || embeds?.endsWith(`.${pages ?? ''}`) !== true;
}

/** Hides secrets in a value that may be malformed, such as a password with an unescaped slash. */
function withoutSecrets(name: string, value: string): string {
  if (name === 'CDN_PURGE_TOKEN') return '***';
  return value.replace(/(\/\/[^/?#\s:@]*):.*@/s, '$1:***@').replace(/(password=)[^&#]*/gi, '$1***');
}

/**
 * Whether a host name or address (without port) always means this machine: `localhost` and its
 * subdomains, 127.0.0.0/8, and ::1 with or without brackets.
 */
export function isLocalHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIPv4(name) && name.startsWith('127.');
}
