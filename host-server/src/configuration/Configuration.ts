/** What a Cobble server runs with, read once at its start from the environment. */
export interface Configuration {
  /** Name or address to listen on (`HOST`); `localhost` listens on 127.0.0.1 and ::1. */
  readonly host: string;
  /** TCP port to listen on (`PORT`). */
  readonly port: number;
  /** URL of a Postgres (`DATABASE_URL`), or null for the embedded one. */
  readonly databaseUrl: string | null;
  /** Whether a database that may lose acknowledged data will do (`COBBLE_ACCEPT_UNSAFE_DATABASE`). */
  readonly acceptUnsafeDatabase: boolean;
  /** URL of a mail server (`SMTP_URL`), or null for the mailbox page at `/dev/mailbox`. */
  readonly smtpUrl: string | null;
  /** Sender of every mail (`MAIL_FROM`): `Name <address>` or an address. */
  readonly mailFrom: string;
  /** Absolute path of the folder for everything that is kept (`COBBLE_DATA`). */
  readonly dataFolder: string;
  /**
   * Whether the families of the catalogue that do not come installed are fetched in the background
   * (`COBBLE_FETCH_FONTS`).
   */
  readonly fetchesFonts: boolean;
  /**
   * Whether images of other sites that pages show on cards are copied from there, so that visitors
   * load none (`COBBLE_FETCH_PICTURES`).
   */
  readonly fetchesImages: boolean;
  /** Public origin of the app (`APP_URL`), without a slash at its end: `http://localhost:4000`. */
  readonly appUrl: string;
  /** Host, with its port if it is not the scheme's, under which pages stand as `{slug}.{pagesHost}`. */
  readonly pagesHost: string;
  /**
   * The third host, with its port if it is not the scheme's (`EMBEDS_HOST`): authors' own code, and
   * nothing else.
   */
  readonly embedsHost: string;
  /**
   * How many proxies of one's own stand in front of the server (`TRUSTED_PROXIES`): so many entries
   * from the end of X-Forwarded-For are believed when attempts are counted by network address.
   */
  readonly trustedProxies: number;
  /**
   * DNS servers that are asked for authors' domains (`DNS_SERVERS`); none for the machine's own, or
   * on a person's own machine for what stands in `dns.json` of the data folder.
   */
  readonly dnsServers: readonly string[];
  /** Where a CDN in front of the pages is told what to forget (`CDN_PURGE_URL`), or null for none. */
  readonly cdnPurgeUrl: string | null;
  /** What proves to it that it is we (`CDN_PURGE_TOKEN`), or null. */
  readonly cdnPurgeToken: string | null;
  /**
   * Whether the app is for this machine alone: its origin is local and it listens on loopback. Only
   * then may `/dev/mailbox` be on and cookies go without `Secure`.
   */
  readonly isLocal: boolean;
}
