/** Six bits per character; none of them needs escaping in JSON, HTML or URLs. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BITS_PER_CHARACTER = 6;

/** A prefix of this many ones means that plain bits follow, which limits the length of outliers. */
const ESCAPE_ONES = 12;
const PLAIN_BITS = 25;

/** The largest number that {@link BitWriter.number} accepts. */
export const MAX_CODED = 2 ** PLAIN_BITS - 1;

/** Writes numbers bit by bit into a string. */
export class BitWriter {
  private text = '';
  private buffer = 0;
  private count = 0;

  /** Writes the `length` lowest bits of a value, highest first; at most 25. */
  bits(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit--) {
      this.buffer = (this.buffer << 1) | ((value >>> bit) & 1);
      this.count += 1;
      if (this.count === BITS_PER_CHARACTER) {
        this.text += ALPHABET[this.buffer] ?? '';
        this.buffer = 0;
        this.count = 0;
      }
    }
  }

  /**
   * Writes an integer from 0 to MAX_CODED in Rice coding: the lowest `k` bits as they are, the rest
   * in unary.
   */
  number(value: number, k: number): void {
    const ones = value >>> k;
    if (ones < ESCAPE_ONES) {
      // The quotient in unary: ones, ended by a zero.
      this.bits(2 ** (ones + 1) - 2, ones + 1);
      this.bits(value, k);
    } else {
      this.bits(2 ** ESCAPE_ONES - 1, ESCAPE_ONES);
      this.bits(value, PLAIN_BITS);
    }
  }

  /** Writes a signed integer; small absolute values are short. */
  signed(value: number, k: number): void {
    this.number(zigzag(value), k);
  }

  /** Returns the text, with the last character padded with zeros. */
  end(): string {
    while (this.count > 0) this.bits(0, 1);
    return this.text;
  }
}

/** The number of bits that {@link BitWriter.signed} writes. */
export function signedLength(value: number, k: number): number {
  const ones = zigzag(value) >>> k;
  return ones < ESCAPE_ONES ? ones + 1 + k : ESCAPE_ONES + PLAIN_BITS;
}

/** Maps 0, -1, 1, -2, 2 to 0, 1, 2, 3, 4. */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

/**
 * Reads what {@link BitWriter} wrote. Every read returns null at the end of the text or at an
 * unknown character.
 */
export class BitReader {
  private readonly text: string;
  private index: number;
  private buffer = 0;
  private count = 0;

  /** @param from the index in `text` at which the bits start */
  constructor(text: string, from: number) {
    this.text = text;
    this.index = from;
  }

  bits(length: number): number | null {
    let value = 0;
    for (let bit = 0; bit < length; bit++) {
      if (this.count === 0 && !this.load()) return null;
      this.count -= 1;
      value = (value << 1) | ((this.buffer >>> this.count) & 1);
    }
    return value;
  }

  number(k: number): number | null {
    let ones = 0;
    while (ones < ESCAPE_ONES) {
      const bit = this.bits(1);
      if (bit === null) return null;
      if (bit === 0) break;
      ones += 1;
    }
    if (ones === ESCAPE_ONES) return this.bits(PLAIN_BITS);
    const low = this.bits(k);
    return low === null ? null : ones * 2 ** k + low;
  }

  signed(k: number): number | null {
    const value = this.number(k);
    if (value === null) return null;
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  /** Whether only the padding zeros of the last character are left. */
  isAtEnd(): boolean {
    return this.index === this.text.length && (this.buffer & (2 ** this.count - 1)) === 0;
  }

  private load(): boolean {
    const value = ALPHABET.indexOf(this.text.charAt(this.index));
    if (value < 0 || this.index >= this.text.length) return false;
    this.index += 1;
    this.buffer = value;
    this.count = BITS_PER_CHARACTER;
    return true;
  }
}
