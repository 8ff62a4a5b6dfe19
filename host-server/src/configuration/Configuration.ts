/** The configuration of a server, read from the environment at its start. */
export interface Configuration {
  /** Host name or address to listen on (`HOST`); `localhost` listens on 127.0.0.1 and ::1. */
  readonly host: string;
  /** TCP port to listen on (`PORT`). */
  readonly port: number;
  /** URL of a Postgres (`DATABASE_URL`), or null for the embedded one. */
  readonly databaseUrl: string | null;
  /**
   * Whether to accept a database that may lose acknowledged data (`COBBLE_ACCEPT_UNSAFE_DATABASE`).
   */
  readonly acceptUnsafeDatabase: boolean;
  /**
   * URL of a Redis (`REDIS_URL`), over which several servers share the rooms of pages; null for a
   * server that shares none.
   */
  readonly redisUrl: string | null;
  /** URL of a mail server (`SMTP_URL`), or null for the mailbox page at `/dev/mailbox`. */
  readonly smtpUrl: string | null;
  /** Sender of every email (`MAIL_FROM`): `Name <address>` or an address. */
  readonly mailFrom: string;
  /** Absolute path of the data folder (`COBBLE_DATA`). */
  readonly dataFolder: string;
  /**
   * Whether font families that are not installed are fetched in the background
   * (`COBBLE_FETCH_FONTS`).
   */
  readonly fetchesFonts: boolean;
  /**
   * Whether thumbnails of embeds are copied from other sites, so that visitors load nothing from
   * there (`COBBLE_FETCH_PICTURES`).
   */
  readonly fetchesImages: boolean;
  /** Whether pages are edited in live rooms (`COBBLE_LIVE_ROOMS`). */
  readonly hasLiveRooms: boolean;
  /**
   * Whether browsers may store the web app, so that it starts without a network (`COBBLE_OFFLINE`).
   * Otherwise they delete what they have stored.
   */
  readonly storesApp: boolean;
  /** Public origin of the app (`APP_URL`), without a trailing slash: `http://localhost:4000`. */
  readonly appUrl: string;
  /**
   * Host that sites are subdomains of, with its port unless it is the scheme's default
   * (`PAGES_HOST`).
   */
  readonly pagesHost: string;
  /** Host of code embeds, with its port unless it is the scheme's default (`EMBEDS_HOST`). */
  readonly embedsHost: string;
  /**
   * How many trusted proxies are in front of the server (`TRUSTED_PROXIES`): with n, rate limits
   * count by the nth address from the end of X-Forwarded-For; with 0, by the connection's address.
   */
  readonly trustedProxies: number;
  /** TCP port of the metrics (`METRICS_PORT`), or null for none. */
  readonly metricsPort: number | null;
  /** Host name or address at which metrics are served (`METRICS_ADDRESS`). */
  readonly metricsAddress: string;
  /**
   * DNS servers for custom domains (`DNS_SERVERS`). Empty: the system's, or for a local server the
   * data folder's `dns.json`.
   */
  readonly dnsServers: readonly string[];
  /** URL for purging a CDN in front of page hosts (`CDN_PURGE_URL`), or null for none. */
  readonly cdnPurgeUrl: string | null;
  /** Bearer token for purging (`CDN_PURGE_TOKEN`), or null. */
  readonly cdnPurgeToken: string | null;
  /**
   * Whether the app serves this machine only: its origin is local and it listens on loopback. Only
   * then may `/dev/mailbox` be on.
   */
  readonly isLocal: boolean;
}
