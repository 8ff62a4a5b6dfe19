/** What is at most as long as this is parsed without a pause, characters. */
const PIECE_CHARS = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Parses JSON like `JSON.parse`, with a pause after each piece: parsing the text of a page of several
 * MB at once would keep the server from everything else.
 *
 * @throws SyntaxError
 */
export function* parseJsonInSteps(text: string): Generator<undefined, unknown, undefined> {
  const reader = new PieceReader(text);
  const value = yield* reader.value();
  reader.end();
  return value;
}

/** Reads a text from its start. Divides what is large into its items. */
class PieceReader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  *value(): Generator<undefined, unknown, undefined> {
    this.skipSpace();
    const opening = this.text.charCodeAt(this.at);
    const isContainer = opening === OPEN_LIST || opening === OPEN_OBJECT;
    const end = isContainer ? this.endOfContainer(this.at) : this.endOfScalar(this.at);
    if (end !== null) {
      yield;
      return this.parseTo(end);
    }
    this.at += 1;
    return opening === OPEN_LIST ? yield* this.list() : yield* this.object();
  }

  /** Checks that nothing follows. */
  end(): void {
    this.skipSpace();
    if (this.at < this.text.length) this.fail();
  }

  private *list(): Generator<undefined, unknown[], undefined> {
    const list: unknown[] = [];
    if (this.skip(CLOSE_LIST)) return list;
    do list.push(yield* this.value());
    while (this.skip(COMMA));
    if (!this.skip(CLOSE_LIST)) this.fail();
    return list;
  }

  private *object(): Generator<undefined, object, undefined> {
    const object: Record<string, unknown> = {};
    if (this.skip(CLOSE_OBJECT)) return object;
    do {
      this.skipSpace();
      if (this.text.charCodeAt(this.at) !== QUOTE) this.fail();
      const key = this.parseTo(this.endOfString(this.at)) as string;
      if (!this.skip(COLON)) this.fail();
      const value = yield* this.value();
      if (key === '__proto__')
        // Setting it would set the prototype.
        Object.defineProperty(object, key, {
          ...{ value, writable: true, enumerable: true, configurable: true },
        });
      else object[key] = value;
    } while (this.skip(COMMA));
    if (!this.skip(CLOSE_OBJECT)) this.fail();
    return object;
  }

  private parseTo(end: number): unknown {
    const value: unknown = JSON.parse(this.text.slice(this.at, end));
    this.at = end;
    return value;
  }

  /** Where a list or object ends; null if it is too long for a piece. */
  private endOfContainer(start: number): number | null {
    const { text } = this;
    const limit = Math.min(text.length, start + PIECE_CHARS);
    let depth = 0;
    for (let at = start; at < limit; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = this.endOfString(at) - 1;
      else if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1;
      else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
        depth -= 1;
        if (depth === 0) return at + 1;
      }
    }
    return null;
  }

  private endOfString(start: number): number {
    const { text } = this;
    for (let at = start + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at + 1;
      if (code === BACKSLASH) at += 1;
    }
    return this.fail();
  }

  /** Where a string, number or word ends. */
  private endOfScalar(start: number): number {
    const { text } = this;
    if (text.charCodeAt(start) === QUOTE) return this.endOfString(start);
    let at = start;
    while (at < text.length && !isEnd(text.charCodeAt(at))) at += 1;
    return at;
  }

  private skip(code: number): boolean {
    this.skipSpace();
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at += 1;
    return true;
  }

  private skipSpace(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at += 1;
  }

  private fail(): never {
    throw new SyntaxError(`Unexpected JSON at position ${String(this.at)}`);
  }
}

const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

const isEnd = (code: number): boolean =>
  code === COMMA || code === CLOSE_LIST || code === CLOSE_OBJECT || isSpace(code);
