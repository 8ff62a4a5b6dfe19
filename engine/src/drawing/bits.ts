/** Six bits a letter; none of these needs escaping in JSON, HTML or an address. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LETTER_BITS = 6;

/** So many ones say that a number follows in plain bits: no outlier costs more than this. */
const ESCAPE_ONES = 12;
const PLAIN_BITS = 25;

/** The largest number that {@link BitWriter.number} takes. */
export const MAX_CODED = 2 ** PLAIN_BITS - 1;

/** Writes numbers bit by bit into a string of letters. */
export class BitWriter {
  private text = '';
  private held = 0;
  private count = 0;

  /** The `length` lowest bits of a value, the highest first; at most 25. */
  bits(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit--) {
      this.held = (this.held << 1) | ((value >>> bit) & 1);
      this.count += 1;
      if (this.count === LETTER_BITS) {
        this.text += LETTERS[this.held] ?? '';
        this.held = 0;
        this.count = 0;
      }
    }
  }

  /**
   * A whole number from 0 to MAX_CODED in Rice's code: its lowest `k` bits as they are, the rest as
   * so many ones.
   */
  number(value: number, k: number): void {
    const ones = value >>> k;
    if (ones < ESCAPE_ONES) {
      // Ones, and the zero that ends them.
      this.bits(2 ** (ones + 1) - 2, ones + 1);
      this.bits(value, k);
    } else {
      this.bits(2 ** ESCAPE_ONES - 1, ESCAPE_ONES);
      this.bits(value, PLAIN_BITS);
    }
  }

  /** A whole number of either sign, whose small values are short. */
  signed(value: number, k: number): void {
    this.number(folded(value), k);
  }

  /** What was written; the last letter is filled up with zeros. */
  end(): string {
    while (this.count > 0) this.bits(0, 1);
    return this.text;
  }
}

/** How many bits {@link BitWriter.signed} takes. */
export function signedLength(value: number, k: number): number {
  const ones = folded(value) >>> k;
  return ones < ESCAPE_ONES ? ones + 1 + k : ESCAPE_ONES + PLAIN_BITS;
}

/** 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4. */
function folded(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

/** Reads what {@link BitWriter} wrote; null (from any read) when the text ends or has a stranger. */
export class BitReader {
  private readonly text: string;
  private place: number;
  private held = 0;
  private count = 0;

  /** @param from where in the text the bits begin */
  constructor(text: string, from: number) {
    this.text = text;
    this.place = from;
  }

  bits(length: number): number | null {
    let value = 0;
    for (let bit = 0; bit < length; bit++) {
      if (this.count === 0 && !this.load()) return null;
      this.count -= 1;
      value = (value << 1) | ((this.held >>> this.count) & 1);
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

  /** Whether nothing is left but the zeros that fill the last letter. */
  isAtEnd(): boolean {
    return this.place === this.text.length && (this.held & (2 ** this.count - 1)) === 0;
  }

  private load(): boolean {
    const value = LETTERS.indexOf(this.text.charAt(this.place));
    if (value < 0 || this.place >= this.text.length) return false;
    this.place += 1;
    this.held = value;
    this.count = LETTER_BITS;
    return true;
  }
}
