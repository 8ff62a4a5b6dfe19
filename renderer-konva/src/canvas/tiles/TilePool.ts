/**
 * Bitmaps that are used again and again. It makes at most as many as its capacity says, whatever is
 * asked of it: a page's height costs nothing.
 */
export class TilePool<Bitmap> {
  readonly #create: () => Bitmap | null;
  readonly #free: Bitmap[] = [];
  #made = 0;
  #capacity = 0;

  constructor(create: () => Bitmap | null) {
    this.#create = create;
  }

  /** How many there are, in use or not. */
  get made(): number {
    return this.#made;
  }

  get capacity(): number {
    return this.#capacity;
  }

  /** Sets how many there may be; what is free beyond that is let go. */
  setCapacity(capacity: number): void {
    this.#capacity = capacity;
    while (this.#made > capacity && this.#free.pop() !== undefined) this.#made -= 1;
  }

  /** A bitmap with whatever was on it, or null when all are in use or the browser gives none. */
  take(): Bitmap | null {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#made >= this.#capacity) return null;
    const made = this.#create();
    if (made !== null) this.#made += 1;
    return made;
  }

  /** Takes one back. */
  give(bitmap: Bitmap): void {
    if (this.#made > this.#capacity) this.#made -= 1;
    else this.#free.push(bitmap);
  }
}
