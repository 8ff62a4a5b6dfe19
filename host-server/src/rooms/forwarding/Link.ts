/** A piece of what one server sends to another over a link. */
export interface Piece {
  /** 1 for the first one; without gaps. */
  readonly number: number;
  /** The number of the newest one that its sender has received. */
  readonly received: number;
  /** A part of the lines that are sent, in UTF-8; empty for a sign of life. */
  readonly data: Buffer;
}

/** What a link is used for. */
export interface LinkHandlers {
  /** A line has arrived. */
  readonly onLine: (line: string) => void;
  /** The link has ended: nothing that was sent since the last receipt need have arrived. */
  readonly onEnd: () => void;
}

/** Limits of links. */
export const LINK_LIMITS = {
  /** Bytes of a piece. */
  pieceBytes: 128 * 1024,
  /** What is sent without a receipt: what Redis stores for a link at most. */
  windowBytes: 4_000_000,
  windowPieces: 200,
  /** What waits until it may be sent, and the length of a line, bytes. More ends the link. */
  waitingBytes: 64_000_000,
  /** How much may wait when {@link Link.untilSent} resolves, bytes. */
  calmBytes: 1_000_000,
  /** How often a server that sends nothing else shows that it is there, ms. */
  beatMs: 500,
  /** After this time without a sign of life, the link ends, ms. */
  silentMs: 2500,
} as const;

const NEWLINE = 10;
const NOTHING = Buffer.alloc(0);

/**
 * A connection between two servers over something that may lose and delay pieces: lines arrive in
 * order, each once, or the link ends at both sides. Sends no more than the other side takes.
 */
export class Link {
  private readonly send: (piece: Piece) => void;
  private readonly now: () => number;
  private handlers: LinkHandlers | null = null;
  private isEnded = false;
  /** Lines that wait to be sent. The first may have been sent in part. */
  private waiting: Buffer[] = [];
  private waitingCount = 0;
  private sentCount = 0;
  private sentNumber = 0;
  private sentMs: number;
  /** Pieces without a receipt. */
  private unreceived: { readonly number: number; readonly bytes: number }[] = [];
  private unreceivedBytes = 0;
  private isScheduled = false;
  private receivedNumber = 0;
  private receivedMs: number;
  /** What has arrived since the last receipt. */
  private owedPieces = 0;
  private owedBytes = 0;
  /** The beginning of a line that has not arrived as a whole. */
  private begun: Buffer[] = [];
  private begunBytes = 0;
  private calm: (() => void)[] = [];

  /** @param send sends a piece to the other server. */
  constructor(send: (piece: Piece) => void, now: () => number = () => performance.now()) {
    this.send = send;
    this.now = now;
    this.sentMs = now();
    this.receivedMs = now();
  }

  /** Says what the link is used for, before anything arrives. */
  use(handlers: LinkHandlers): void {
    this.handlers = handlers;
  }

  /** Sends a line, which must not contain line breaks: JSON. Lines that are sent together share pieces. */
  sendLine(line: string): void {
    if (this.isEnded) return;
    const bytes = Buffer.from(`${line}\n`);
    this.waiting.push(bytes);
    this.waitingCount += bytes.length;
    if (this.waitingCount > LINK_LIMITS.waitingBytes) this.end();
    else this.schedule();
  }

  /** How much of the lines waits until the other side takes it, bytes. */
  get waitingBytes(): number {
    return this.waitingCount;
  }

  /** How much of the lines is on its way or has arrived, bytes. */
  get sentBytes(): number {
    return this.sentCount;
  }

  /** Whether most of what was sent is on its way. */
  get isCalm(): boolean {
    return this.waitingBytes <= LINK_LIMITS.calmBytes;
  }

  /** Resolves when most of what was sent is on its way, or the link has ended. */
  untilSent(): Promise<void> {
    if (this.isEnded || this.isCalm) return Promise.resolve();
    return new Promise((resolve) => {
      this.calm.push(resolve);
    });
  }

  /** Sends what waits, as far as the other side takes it. */
  flush(): void {
    if (this.isEnded) return;
    const { windowBytes, windowPieces } = LINK_LIMITS;
    while (
      this.waitingBytes > 0 &&
      this.unreceivedBytes < windowBytes &&
      this.unreceived.length < windowPieces
    )
      this.sendPiece(this.takePiece());
    if (this.owedBytes >= windowBytes / 4 || this.owedPieces >= windowPieces / 4)
      this.sendPiece(NOTHING);
    if (this.isCalm) this.resolveCalm();
  }

  /** Handles a piece of the other side. */
  receive({ number, received, data }: Piece): void {
    if (this.isEnded || number <= this.receivedNumber) return;
    if (number !== this.receivedNumber + 1) {
      this.end();
      return;
    }
    this.receivedNumber = number;
    this.receivedMs = this.now();
    this.noteReceipt(received);
    if (data.length === 0) return;
    this.owedPieces += 1;
    this.owedBytes += data.length;
    // For the receipt.
    this.schedule();
    this.readLines(data);
  }

  /** To be called often: shows that this side is there, and ends the link if the other is not. */
  beat(): void {
    const now = this.now();
    if (now - this.receivedMs > LINK_LIMITS.silentMs) this.end();
    else if (now - this.sentMs >= LINK_LIMITS.beatMs && !this.isEnded) this.sendPiece(NOTHING);
  }

  /** Ends this side of the link. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.waiting = [];
    // Whoever waited until it is calm would wait again and again.
    this.waitingCount = 0;
    this.begun = [];
    this.resolveCalm();
    this.handlers?.onEnd();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.flush();
    });
  }

  private takePiece(): Buffer {
    const taken: Buffer[] = [];
    let left: number = LINK_LIMITS.pieceBytes;
    let count = 0;
    for (const bytes of this.waiting) {
      if (bytes.length > left) {
        taken.push(bytes.subarray(0, left));
        this.waiting[count] = bytes.subarray(left);
        left = 0;
        break;
      }
      taken.push(bytes);
      left -= bytes.length;
      count += 1;
    }
    this.waiting.splice(0, count);
    this.waitingCount -= LINK_LIMITS.pieceBytes - left;
    this.sentCount += LINK_LIMITS.pieceBytes - left;
    return Buffer.concat(taken);
  }

  private sendPiece(data: Buffer): void {
    this.sentNumber += 1;
    this.sentMs = this.now();
    this.owedPieces = 0;
    this.owedBytes = 0;
    if (data.length > 0) {
      this.unreceived.push({ number: this.sentNumber, bytes: data.length });
      this.unreceivedBytes += data.length;
    }
    this.send({ number: this.sentNumber, received: this.receivedNumber, data });
  }

  private noteReceipt(received: number): void {
    let count = 0;
    for (const { number, bytes } of this.unreceived) {
      if (number > received) break;
      this.unreceivedBytes -= bytes;
      count += 1;
    }
    if (count === 0) return;
    this.unreceived.splice(0, count);
    if (this.waitingBytes > 0) this.schedule();
  }

  private readLines(data: Buffer): void {
    let start = 0;
    for (let end = data.indexOf(NEWLINE); end >= 0; end = data.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...this.begun, data.subarray(start, end)]).toString();
      this.begun = [];
      this.begunBytes = 0;
      start = end + 1;
      this.handlers?.onLine(line);
      // The line may have ended it.
      if (this.isEnded) return;
    }
    if (start === data.length) return;
    this.begun.push(data.subarray(start));
    this.begunBytes += data.length - start;
    if (this.begunBytes > LINK_LIMITS.waitingBytes) this.end();
  }

  private resolveCalm(): void {
    for (const resolve of this.calm.splice(0)) resolve();
  }
}
