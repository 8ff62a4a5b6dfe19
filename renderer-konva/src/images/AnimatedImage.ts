import { type AnimatedImageType, animatedImageType } from './animatedImageType.ts';

/** A frame of an animated image. It is closed when the next one is shown. */
export type AnimationFrame = VideoFrame;

/** Callbacks of an {@link AnimatedImage}. */
export interface AnimatedImageOptions {
  /** Called with each frame to show. */
  readonly onFrame: (frame: AnimationFrame) => void;
  /** Whether the last frame was painted: images that are not visible stop. */
  readonly isVisible: () => boolean;
  /** Whether animations are paused now; see `animationPause` for the reasons. */
  readonly isPaused: () => boolean;
}

/** Larger files are not animated, bytes. */
const MAX_BYTES = 24 * 1024 * 1024;
/** Frames with shorter durations get the default duration, as in browsers, ms. */
const MIN_FRAME_MS = 11;
const DEFAULT_FRAME_MS = 100;
/** While animations are paused, how often to check whether they may continue, ms. */
const PAUSE_CHECK_MS = 1000;

/**
 * Plays an animated GIF, WebP, PNG or AVIF, decoding one frame at a time, where the browser has an
 * `ImageDecoder`.
 */
export class AnimatedImage {
  readonly #decoder: ImageDecoder;
  readonly #options: AnimatedImageOptions;
  readonly #frames: number;
  #next = 0;
  #shown: AnimationFrame | null = null;
  #isRunning = false;

  private constructor(decoder: ImageDecoder, frames: number, options: AnimatedImageOptions) {
    this.#decoder = decoder;
    this.#frames = frames;
    this.#options = options;
  }

  /** Opens a file; null when it is not animated, too large, or cannot be read or decoded. */
  static async open(url: string, options: AnimatedImageOptions): Promise<AnimatedImage | null> {
    if (!('ImageDecoder' in globalThis)) return null;
    try {
      const file = await readAnimated(await fetch(url));
      if (!file || !(await ImageDecoder.isTypeSupported(file.type))) return null;
      const { data, type } = file;
      const decoder = new ImageDecoder({ data, type });
      await decoder.tracks.ready;
      const track = decoder.tracks.selectedTrack;
      if (!track || track.frameCount < 2) {
        decoder.close();
        return null;
      }
      return new AnimatedImage(decoder, track.frameCount, options);
    } catch {
      // A file from another origin can be shown but often not read; then it is not animated.
      return null;
    }
  }

  /** Starts or continues the animation; no effect while it plays. */
  play(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#step();
  }

  async #step(): Promise<void> {
    if (!this.#options.isVisible()) {
      this.#isRunning = false;
      return;
    }
    if (this.#options.isPaused()) {
      this.#again(PAUSE_CHECK_MS);
      return;
    }
    try {
      const { image } = await this.#decoder.decode({ frameIndex: this.#next });
      this.#next = (this.#next + 1) % this.#frames;
      const ms = (image.duration ?? 0) / 1000;
      this.#options.onFrame(image);
      this.#shown?.close();
      this.#shown = image;
      this.#again(ms < MIN_FRAME_MS ? DEFAULT_FRAME_MS : ms);
    } catch {
      // A truncated file plays up to its last complete frame.
      this.#isRunning = false;
    }
  }

  #again(ms: number): void {
    setTimeout(() => void this.#step(), ms);
  }
}

/** Reads a file, and stops as soon as it is known not to be animated or to be too large. */
async function readAnimated(
  response: Response,
): Promise<{ readonly data: Uint8Array<ArrayBuffer>; readonly type: AnimatedImageType } | null> {
  const reader = response.ok ? response.body?.getReader() : undefined;
  if (!reader) return null;
  const chunks: Uint8Array[] = [];
  let type: ReturnType<typeof animatedImageType> = 'more';
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    size += part.value.byteLength;
    if (type === 'more') type = animatedImageType(concatenate(chunks, size));
    if (type === null || size > MAX_BYTES) {
      await reader.cancel();
      return null;
    }
  }
  return type === 'more' ? null : { data: concatenate(chunks, size), type };
}

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
