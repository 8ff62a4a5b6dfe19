import type { Socket } from 'node:net';

/**
 * How long the target of a request and the names and values of its headers may be together, bytes.
 * Proxies accept as much in one header. It also limits how many empty headers are received at once.
 */
export const MAX_HEADER_BYTES = 8 * 1024;
/** How many headers a request may have. Browsers send about 20, and proxies add about 10. */
const MAX_HEADERS = 100;

const withLimit = new WeakSet<CollectHeaders>();

/**
 * Limits how many headers the requests of a connection may have. Node has no such limit: it
 * drops those after the first thousand, but makes strings of all.
 *
 * @param refuse called with a connection whose request has too many, before it is complete. It must
 *   see to it that nothing else that arrives is handled, and that the connection closes. Node uses
 *   parsers again, also for responses to its own requests: `refuse` must be the same function for all
 *   connections, and returns false for those that have no limit.
 */
export function limitHeaders(socket: Socket, refuse: (socket: Socket) => boolean): void {
  const { parser } = socket as HttpSocket;
  if (!parser) return;
  const { kOnHeaders } = parser.constructor;
  const collect = parser[kOnHeaders];
  if (collect === undefined || withLimit.has(collect)) return;
  const collectFew: CollectHeaders = function (headers, url) {
    collect.call(this, headers, url);
    const { socket: from } = this;
    if (this._headers.length <= 2 * MAX_HEADERS || !from || !refuse(from)) return;
    // Without this, the parser skips what it has already received of them.
    this[kOnHeaders] = undefined;
    from.once('close', () => {
      this[kOnHeaders] = collectFew;
    });
  };
  withLimit.add(collectFew);
  parser[kOnHeaders] = collectFew;
}

/** Takes what has arrived of the headers, after each 31 of them; not called if there are fewer. */
type CollectHeaders = (this: HttpParser, headers: readonly string[], url: string) => void;

/** What Node's types leave out. */
interface HttpParser {
  [kOnHeaders: number]: CollectHeaders | undefined;
  readonly constructor: { readonly kOnHeaders: number };
  /** The headers of the message that arrives: names and values. */
  readonly _headers: readonly string[];
  readonly socket?: Socket | null;
}

type HttpSocket = Socket & { readonly parser?: HttpParser | null };
