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
  // Everyone is sent the same object, but for welcomes.
  if (typeof page !== 'object' || page === null)
    return message.type === 'welcome'
      ? compressed(texts, onWorked)
      : eachOf(partsOf(message, onWorked));
  return aroundPage({ ...message, page: undefined }, partsOf(page, onWorked), onWorked);
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
  page: SharedParts,
  onWorked: OnWorked,
): AsyncGenerator<Buffer> {
  const json = JSON.stringify(rest);
  // In place of the closing brace.
  yield* compressed([`${json.slice(0, -1)},"page":`], onWorked);
  yield* eachOf(page);
  yield* compressed(['}'], onWorked);
}

async function* eachOf(parts: SharedParts): AsyncGenerator<Buffer> {
  for (let index = 0; ; index += 1) {
    const part = await parts.part(index);
    if (part === null) return;
    yield part;
  }
}

/**
 * The parts of pages, as long as their rooms keep them: until the next edit. And those of messages,
 * until everyone has been sent them.
 */
const known = new WeakMap<object, SharedParts>();

function partsOf(value: object, onWorked: OnWorked): SharedParts {
  const parts = known.get(value) ?? new SharedParts(value, onWorked);
  known.set(value, parts);
  return parts;
}

/**
 * The compressed parts of a page or message. Everyone who joins a room before its next edit, or is
 * sent the message, gets the same.
 */
class SharedParts {
  private readonly parts: Promise<Buffer | null>[] = [];
  private readonly source: AsyncGenerator<Buffer, undefined>;
  private readonly value: object;

  /** @param onWorked of whoever asks first. */
  constructor(value: object, onWorked: OnWorked) {
    const texts = textInParts(value, PART_CHARS) ?? [JSON.stringify(value)];
    this.value = value;
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
      known.delete(this.value);
      throw error;
    }
  }
}
