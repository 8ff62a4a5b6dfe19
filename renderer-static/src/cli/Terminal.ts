import type { ExportProgress, SiteWarning } from '../archive/Site.ts';

/** Where the command reads and writes; a test has its own. */
export interface Streams {
  readonly out: { write(text: string | Uint8Array): unknown };
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean | undefined };
  readonly in: AsyncIterable<Uint8Array | string>;
}

/** How much the command says. */
export interface Saying {
  readonly quiet: boolean;
  readonly json: boolean;
}

/**
 * What a command says: warnings and where it is on stderr, its outcome on stdout. On a terminal
 * progress is one line that changes; elsewhere there is none.
 */
export class Terminal {
  readonly warnings: SiteWarning[] = [];
  private readonly streams: Streams;
  private readonly saying: Saying;
  private isLineOpen = false;

  constructor(streams: Streams, saying: Saying) {
    this.streams = streams;
    this.saying = saying;
  }

  /** Takes a warning. */
  readonly warn = (warning: SiteWarning): void => {
    this.warnings.push(warning);
    const { code, path, uuid, message } = warning;
    const where = uuid === undefined ? path : `${path}: block ${uuid}`;
    if (!this.saying.quiet && !this.saying.json)
      this.line(`warning: ${where}: ${message} (${code})`);
  };

  /** Takes how far an export is. */
  readonly progress = ({ phase, done, total }: ExportProgress): void => {
    const { err } = this.streams;
    if (err.isTTY !== true || this.saying.quiet || this.saying.json) return;
    err.write(`\r\u001b[K${phase} ${String(done)} of ${String(total)}`);
    this.isLineOpen = true;
  };

  /** Says how it ended: a sentence for people, or all of it for programs. */
  done(sentence: string, facts: Readonly<Record<string, unknown>>): void {
    this.clear();
    if (this.saying.json) {
      const { warnings } = this;
      this.streams.out.write(`${JSON.stringify({ ok: true, ...facts, warnings })}\n`);
    } else if (!this.saying.quiet) this.line(sentence);
  }

  /** A line on stderr. */
  line(text: string): void {
    this.clear();
    this.streams.err.write(`${text}\n`);
  }

  private clear(): void {
    if (this.isLineOpen) this.streams.err.write('\r\u001b[K');
    this.isLineOpen = false;
  }
}
