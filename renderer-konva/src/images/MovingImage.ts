import { type MovingType, movingType } from './movingType.ts';

/** A frame of a moving image; it is closed when the next one is shown. */
export type MovingFrame = VideoFrame;

/** What a moving image asks and tells. */
export interface MovingImageOptions {
  /** A frame to show from now on. Tells whether somebody has looked since the last one. */
  readonly onFrame: (frame: MovingFrame) => void;
  /** Whether the last frame has been painted: what nobody sees does not move. */
  readonly isSeen: () => boolean;
  /** Whether images are to rest: reduced motion is asked for, or something else moves. */
  readonly isResting: () => boolean;
}

/** Heavier files stay still, bytes. */
const MOST_BYTES = 24 * 1024 * 1024;
/** Shorter durations are taken for this one, as browsers do, ms. */
const LEAST_MS = 11;
const USUAL_MS = 100;
/** So long an image rests before it looks again whether it may move, ms (animation pause). */
const REST_MS = 1000;

/**
 * Plays a GIF, or a WebP, PNG or AVIF that moves, frame by frame, decoding one at a time. Where browsers have no
 * `ImageDecoder`, the file may not be read or nothing moves, it never begins.
 */
export class MovingImage {
  readonly #decoder: ImageDecoder;
  readonly #options: MovingImageOptions;
  readonly #frames: number;
  #next = 0;
  #shown: MovingFrame | null = null;
  #isRunning = false;

  private constructor(decoder: ImageDecoder, frames: number, options: MovingImageOptions) {
    this.#decoder = decoder;
    this.#frames = frames;
    this.#options = options;
  }

  /** Reads a file, whatever it is called; null when it does not move, or cannot be made to. */
  static async open(url: string, options: MovingImageOptions): Promise<MovingImage | null> {
    if (!('ImageDecoder' in globalThis)) return null;
    try {
      const file = await readMoving(await fetch(url));
      if (!file || !(await ImageDecoder.isTypeSupported(file.type))) return null;
      const { data, type } = file;
      const decoder = new ImageDecoder({ data, type });
      await decoder.tracks.ready;
      const track = decoder.tracks.selectedTrack;
      if (!track || track.frameCount < 2) {
        decoder.close();
        return null;
      }
      return new MovingImage(decoder, track.frameCount, options);
    } catch {
      // Another origin's file that may be shown but not read: it stands still.
      return null;
    }
  }

  /** Begins to move, or goes on; nothing while it does. */
  play(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#step();
  }

  async #step(): Promise<void> {
    if (!this.#options.isSeen()) {
      this.#isRunning = false;
      return;
    }
    if (this.#options.isResting()) {
      this.#again(REST_MS);
      return;
    }
    try {
      const { image } = await this.#decoder.decode({ frameIndex: this.#next });
      this.#next = (this.#next + 1) % this.#frames;
      const ms = (image.duration ?? 0) / 1000;
      this.#options.onFrame(image);
      this.#shown?.close();
      this.#shown = image;
      this.#again(ms < LEAST_MS ? USUAL_MS : ms);
    } catch {
      // A torn file moves as far as it goes.
      this.#isRunning = false;
    }
  }

  #again(ms: number): void {
    setTimeout(() => void this.#step(), ms);
  }
}

/** Reads no more of a file that does not move than shows it. */
async function readMoving(
  response: Response,
): Promise<{ readonly data: Uint8Array<ArrayBuffer>; readonly type: MovingType } | null> {
  const reader = response.ok ? response.body?.getReader() : undefined;
  if (!reader) return null;
  const chunks: Uint8Array[] = [];
  let type: ReturnType<typeof movingType> = 'more';
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    size += part.value.byteLength;
    if (type === 'more') type = movingType(joined(chunks, size));
    if (type === null || size > MOST_BYTES) {
      await reader.cancel();
      return null;
    }
  }
  return type === 'more' ? null : { data: joined(chunks, size), type };
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
