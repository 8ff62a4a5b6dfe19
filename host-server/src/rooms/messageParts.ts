import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ROOM_LIMITS, type RoomMessage, textInParts } from '@cobble/engine/collaboration';

const compress = promisify(gzip);

/** Characters of a part before it is compressed: about 30 KB, a quarter of a second at 1 Mbit/s. */
const PART_CHARS = ROOM_LIMITS.partChars;
/** Fast: a client would wait longer for a better compression than it saves on a slow network. */
const GZIP = { level: 4 };
/** How much is compressed in one ms, characters. Other threads do it. */
const GZIP_CHARS_PER_MS = 80_000;

/** Called with the time that was worked, ms. */
export type OnWorked = (ms: number) => void;

/**
 * The compressed parts of a large message, each made when it is asked for; null if the message can
 * be sent as a whole.
 */
export function messageParts(
  message: RoomMessage,
  onWorked: OnWorked,
): AsyncIterable<Buffer> | null {
  const texts = textInParts(message, PART_CHARS);
  if (texts === null) return null;
  const page = message.type === 'welcome' ? message.page : undefined;
  if (typeof page !== 'object' || page === null) return compressed(texts, onWorked);
  return aroundPage({ ...message, page: undefined }, pagePartsOf(page, onWorked), onWorked);
}

async function* compressed(
  texts: Iterable<string>,
  onWorked: OnWorked,
): AsyncGenerator<Buffer, undefined> {
  let startMs = performance.now();
  for (const text of texts) {
    const writtenMs = performance.now() - startMs;
    const gzipped = await compress(text, GZIP);
    onWorked(writtenMs + text.length / GZIP_CHARS_PER_MS);
    yield gzipped;
    startMs = performance.now();
  }
  return undefined;
}

/** The parts of a welcome, of which those of the page are the same for everyone. */
async function* aroundPage(
  rest: object,
  page: PageParts,
  onWorked: OnWorked,
): AsyncGenerator<Buffer> {
  const json = JSON.stringify(rest);
  // In place of the closing brace.
  yield* compressed([`${json.slice(0, -1)},"page":`], onWorked);
  for (let index = 0; ; index += 1) {
    const part = await page.part(index);
    if (part === null) break;
    yield part;
  }
  yield* compressed(['}'], onWorked);
}

/** The parts of pages, as long as their rooms keep them: until the next edit. */
const known = new WeakMap<object, PageParts>();

function pagePartsOf(page: object, onWorked: OnWorked): PageParts {
  const parts = known.get(page) ?? new PageParts(page, onWorked);
  known.set(page, parts);
  return parts;
}

/** The compressed parts of a page. Everyone who joins a room before its next edit gets the same. */
class PageParts {
  private readonly parts: Promise<Buffer | null>[] = [];
  private readonly source: AsyncGenerator<Buffer, undefined>;
  private readonly page: object;

  /** @param onWorked of whoever asks first. */
  constructor(page: object, onWorked: OnWorked) {
    const texts = textInParts(page, PART_CHARS) ?? [JSON.stringify(page)];
    this.page = page;
    this.source = compressed(texts, onWorked);
  }

  /** A part, which is made unless it is known. Ask for them in order. Null after the last. */
  part(index: number): Promise<Buffer | null> {
    return (this.parts[index] ??= this.next());
  }

  private async next(): Promise<Buffer | null> {
    try {
      const { value } = await this.source.next();
      return value ?? null;
    } catch (error) {
      // Those who join later start again.
      known.delete(this.page);
      throw error;
    }
  }
}
