import type { ExportProgress, SiteWarning } from '../archive/Site.ts';

/** Input and output of the command, replaceable in tests. */
export interface Streams {
  readonly out: { write(text: string | Uint8Array): unknown };
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean | undefined };
  readonly in: AsyncIterable<Uint8Array | string>;
}

/** What the command prints. */
export interface Verbosity {
  readonly quiet: boolean;
  readonly json: boolean;
}

/**
 * Prints warnings, progress and the closing sentence to stderr; with `json`, only the result, to
 * stdout.
 * On a terminal, progress is one updated line; elsewhere it is not printed.
 */
export class Terminal {
  readonly warnings: SiteWarning[] = [];
  private readonly streams: Streams;
  private readonly verbosity: Verbosity;
  private isLineOpen = false;

  constructor(streams: Streams, verbosity: Verbosity) {
    this.streams = streams;
    this.verbosity = verbosity;
  }

  /** Records a warning, and prints it unless output is quiet or JSON. */
  readonly warn = (warning: SiteWarning): void => {
    this.warnings.push(warning);
    const { code, path, uuid, message } = warning;
    const where = uuid === undefined ? path : `${path}: block ${uuid}`;
    if (!this.verbosity.quiet && !this.verbosity.json)
      this.line(`warning: ${where}: ${message} (${code})`);
  };

  /** Updates the progress line. */
  readonly progress = ({ phase, done, total }: ExportProgress): void => {
    const { err } = this.streams;
    if (err.isTTY !== true || this.verbosity.quiet || this.verbosity.json) return;
    err.write(`\r\u001b[K${phase} ${String(done)} of ${String(total)}`);
    this.isLineOpen = true;
  };

  /** Prints the result: a sentence for users, or JSON for programs. */
  done(sentence: string, facts: Readonly<Record<string, unknown>>): void {
    this.clear();
    if (this.verbosity.json) {
      const { warnings } = this;
      this.streams.out.write(`${JSON.stringify({ ok: true, ...facts, warnings })}\n`);
    } else if (!this.verbosity.quiet) this.line(sentence);
  }

  /** Prints a line to stderr. */
  line(text: string): void {
    this.clear();
    this.streams.err.write(`${text}\n`);
  }

  private clear(): void {
    if (this.isLineOpen) this.streams.err.write('\r\u001b[K');
    this.isLineOpen = false;
  }
}
