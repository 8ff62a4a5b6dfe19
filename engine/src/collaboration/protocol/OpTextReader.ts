import { ROOM_LIMITS } from './limits.ts';
import { memoryOf, OP_SIZE } from './measureJson.ts';

/**
 * The depth of a block in an op: op, intents, intent, blocks, block. Values at this depth are
 * parsed as a whole.
 */
const ITEM_DEPTH = 4;

/** An object or array around the items, and what may follow in it. */
interface Container {
  readonly value: Record<string, unknown> | unknown[];
  next: 'first' | 'item' | 'colon' | 'value' | 'end';
  key: string;
  /** The number of keys; 0 for an array. */
  keys: number;
}

/**
 * Reads the JSON of an op while it arrives in parts. Each block is parsed as soon as it is
 * complete, so that no part takes long, whatever the size of the op. Text that is not JSON, or
 * exceeds the limits of an op or of an item, is not read any further.
 */
export class OpTextReader {
  private readonly containers: Container[] = [];
  private result: { readonly value: unknown } | null = null;
  private isFailed = false;
  private values = 0;
  private chars = 0;
  /** The item being read: a key, a primitive, or any value that is deep enough. */
  private item: ItemReader | null = null;

  /** The op; null if the text is not JSON or exceeds the limits. */
  get value(): unknown {
    // Outside containers, the end of the text may be what ends a number or another literal.
    if (this.containers.length === 0 && this.item) this.end(this.item);
    return this.isFailed || !this.result ? null : this.result.value;
  }

  /** The memory that it takes so far, see `memoryOf`. */
  get memory(): number {
    return memoryOf({ chars: this.chars, values: this.values + (this.item?.values ?? 0) });
  }

  /** Reads the next piece of the text. */
  add(text: string): void {
    this.chars += text.length;
    for (let index = 0; index < text.length && !this.isFailed;) {
      const { item } = this;
      if (!item) {
        this.item = this.structure(text.charCodeAt(index));
        // An item reads its first character itself.
        if (!this.item) index += 1;
        continue;
      }
      index = item.read(text, index);
      this.isFailed ||= item.isTooLarge;
      if (item.isComplete) this.end(item);
    }
  }

  /** Handles a character between items. Returns the item that begins with it, if one does. */
  private structure(char: number): ItemReader | null {
    if (SPACES.has(char)) return null;
    const container = this.containers.at(-1);
    const isArray = Array.isArray(container?.value);
    if (char === (isArray ? CLOSE_ARRAY : CLOSE_OBJECT) && container) {
      if (container.next !== 'first' && container.next !== 'end') this.isFailed = true;
      this.containers.pop();
      this.give(container.value);
    } else if (container?.next === 'end' && char === COMMA) container.next = 'item';
    else if (container?.next === 'colon' && char === COLON) container.next = 'value';
    else if (!container ? this.result : container.next === 'end' || container.next === 'colon')
      this.isFailed = true;
    else return this.begin(char, container);
    return null;
  }

  /** Begins a key or value: a container, or an item, which is returned. */
  private begin(char: number, container: Container | undefined): ItemReader | null {
    const isKey = container && !Array.isArray(container.value) && container.next !== 'value';
    const isContainer = char === OPEN_ARRAY || char === OPEN_OBJECT;
    this.values += 1;
    if ((isKey && char !== QUOTE) || this.values > OP_SIZE.values) this.isFailed = true;
    else if (isContainer && this.containers.length < ITEM_DEPTH)
      this.containers.push({
        value: char === OPEN_ARRAY ? [] : {},
        next: 'first',
        key: '',
        keys: 0,
      });
    else return new ItemReader(char);
    return null;
  }

  /** Parses an item that is complete. */
  private end(item: ItemReader): void {
    this.item = null;
    this.values += item.values;
    try {
      this.give(JSON.parse(item.text));
    } catch {
      this.isFailed = true;
    }
  }

  /** Adds a value or the next key to the innermost container. */
  private give(value: unknown): void {
    const container = this.containers.at(-1);
    if (!container) this.result = { value };
    else if (Array.isArray(container.value)) {
      container.value.push(value);
      container.next = 'end';
    } else if (container.next !== 'value') {
      container.key = String(value);
      container.keys += 1;
      // `__proto__` would set the prototype.
      if (container.key === '__proto__' || container.keys > ROOM_LIMITS.maxFieldValues)
        this.isFailed = true;
      container.next = 'colon';
    } else {
      container.value[container.key] = value;
      container.next = 'end';
    }
  }
}

/** Finds the end of an item, and counts the values in it. */
class ItemReader {
  text = '';
  isComplete = false;
  /** The number of values inside it. An empty object or array counts as if it had one. */
  values = 0;
  private depth = 0;
  private isString = false;
  private isEscaped = false;
  private readonly isPrimitive: boolean;

  constructor(first: number) {
    this.isPrimitive = first !== QUOTE && first !== OPEN_ARRAY && first !== OPEN_OBJECT;
  }

  get isTooLarge(): boolean {
    const { maxItemValues, maxMessageDepth } = ROOM_LIMITS;
    return this.values > maxItemValues || this.depth + ITEM_DEPTH > maxMessageDepth;
  }

  /** Reads on from `start`. Returns the index of the first character after what it has read. */
  read(text: string, start: number): number {
    let index = start;
    while (index < text.length && !this.isComplete && !this.isTooLarge) {
      const char = text.charCodeAt(index);
      if (this.isPrimitive && isAfterPrimitive(char)) {
        this.isComplete = true;
        break;
      }
      index += 1;
      this.next(char);
    }
    this.text += text.slice(start, index);
    return index;
  }

  private next(char: number): void {
    if (this.isPrimitive) return;
    if (this.isEscaped) this.isEscaped = false;
    else if (this.isString) {
      if (char === BACKSLASH) this.isEscaped = true;
      else if (char === QUOTE) this.isString = false;
    } else if (char === QUOTE) this.isString = true;
    else if (char === COMMA) this.values += 1;
    else if (char === OPEN_ARRAY || char === OPEN_OBJECT) {
      this.depth += 1;
      this.values += 1;
    } else if (char === CLOSE_ARRAY || char === CLOSE_OBJECT) this.depth -= 1;
    this.isComplete = this.depth <= 0 && !this.isString;
  }
}

function isAfterPrimitive(char: number): boolean {
  return char === COMMA || char === CLOSE_ARRAY || char === CLOSE_OBJECT || SPACES.has(char);
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
