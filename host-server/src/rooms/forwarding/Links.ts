import { randomUUID } from 'node:crypto';
import { Link, type LinkHandlers, type Piece } from './Link.ts';

/** What a server puts into the inbox of another one. */
export interface Letter extends Piece {
  /** The id of the server that sends it. */
  readonly from: string;
  readonly link: string;
  /** The id of the server that has begun the link. */
  readonly begunBy: string;
}

/** The number of the letter that ends a link. */
const END = 0;
/** How often links are looked at, ms. */
const LOOK_MS = 250;

interface Known {
  readonly link: Link;
  readonly peer: string;
  readonly begunBy: string;
}

/** Options of {@link Links}. */
export interface LinksOptions {
  /** The id of this server. */
  readonly serverId: string;
  /** Sends a letter. Resolves to false if the other server has no inbox; may reject. */
  readonly send: (to: string, letter: Letter) => Promise<boolean>;
  /** Another server has begun a link. */
  readonly onBegun: (link: Link) => LinkHandlers;
  /** Handling a line has failed; its link ends. */
  readonly onFailure: (error: unknown) => void;
  /** A clock that is never set back, ms. */
  readonly now?: () => number;
}

/**
 * The links of a server. Each has an id, and numbers of its own: letters of a link that either side
 * does not know any more end it at the other side as well.
 */
export class Links {
  private readonly options: LinksOptions;
  private readonly known = new Map<string, Known>();
  private readonly timer: NodeJS.Timeout;

  constructor(options: LinksOptions) {
    this.options = options;
    this.timer = setInterval(() => {
      for (const { link } of [...this.known.values()]) link.beat();
    }, LOOK_MS);
  }

  /**
   * Begins a link to another server.
   *
   * @param use says what it is used for.
   */
  begin(peer: string, use: (link: Link) => LinkHandlers): Link {
    return this.add(randomUUID(), peer, this.options.serverId, use);
  }

  /** Handles a letter of another server. */
  receive(letter: Letter): void {
    const { from, link: id, begunBy, number } = letter;
    const known = this.known.get(id);
    if (known) {
      if (known.peer !== from) return;
      if (number === END) known.link.end();
      else this.pass(known.link, letter);
    } else if (number === 1 && begunBy === from)
      this.pass(this.add(id, from, from, this.options.onBegun), letter);
    else if (number !== END) this.sendEnd(id, { peer: from, begunBy });
  }

  /** Ends all links: letters may have been lost. */
  endAll(): void {
    for (const { link } of [...this.known.values()]) link.end();
  }

  /** Sends what waits, and ends all links. */
  close(): void {
    clearInterval(this.timer);
    for (const { link } of [...this.known.values()]) link.flush();
    this.endAll();
  }

  /** What cannot be handled ends the link, and nothing else. */
  private pass(link: Link, letter: Letter): void {
    try {
      link.receive(letter);
    } catch (error) {
      this.options.onFailure(error);
      link.end();
    }
  }

  private add(id: string, peer: string, begunBy: string, use: (link: Link) => LinkHandlers): Link {
    const link = new Link((piece) => {
      void this.send(id, { peer, begunBy }, piece).then((hasArrived) => {
        if (!hasArrived) link.end();
      });
    }, this.options.now);
    const handlers = use(link);
    link.use({
      onLine: (line) => {
        handlers.onLine(line);
      },
      onEnd: () => {
        this.known.delete(id);
        this.sendEnd(id, { peer, begunBy });
        handlers.onEnd();
      },
    });
    this.known.set(id, { link, peer, begunBy });
    return link;
  }

  private sendEnd(id: string, to: Pick<Known, 'peer' | 'begunBy'>): void {
    void this.send(id, to, { number: END, received: 0, data: Buffer.alloc(0) });
  }

  /** Never rejects. */
  private async send(
    link: string,
    { peer, begunBy }: Pick<Known, 'peer' | 'begunBy'>,
    piece: Piece,
  ): Promise<boolean> {
    const { serverId, send } = this.options;
    try {
      return await send(peer, { ...piece, from: serverId, link, begunBy });
    } catch {
      return false;
    }
  }
}
