import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import sharp, { type Metadata } from 'sharp';

const require = createRequire(import.meta.url);

/** Wider GIFs are scaled down, px. H.264 supports even sizes only. */
const MAX_WIDTH_PX = 1280;
/** Maximum size of the frames that are decoded at once, bytes. */
const CHUNK_BYTES = 32 * 1024 * 1024;
/** GIFs that take longer to encode remain images. */
const TIMEOUT_MS = 180_000;
/** From 10 (best, largest) to 51. */
const QUANTIZER = 27;
const KEYFRAME_EVERY_MS = 5000;

/** The thread's source code: a string, so that sources and build start it the same way. */
const CODE = `
const { parentPort, workerData } = require('node:worker_threads');
const { createH264MP4Encoder } = require(workerData.encoder);
let encoder;
parentPort.on('message', async ({ begin, frame, end }) => {
  if (begin) {
    encoder = await createH264MP4Encoder();
    Object.assign(encoder, begin);
    encoder.initialize();
  }
  if (frame) encoder.addFrameRgba(frame);
  if (end) {
    encoder.finalize();
    const video = encoder.FS.readFile(encoder.outputFilename);
    encoder.delete();
    parentPort.postMessage({ video });
  } else parentPort.postMessage({});
});`;

/**
 * Encodes GIFs as silent H.264 videos with minih264 compiled to WebAssembly, in a thread. It needs
 * no program on the machine, and a crash ends only the thread.
 */
export class VideoEncoder {
  private readonly timeoutMs: number;
  private readonly encoderPath: string | null;

  /** @param options for tests: another encoder and a shorter timeout. */
  constructor(options: { encoderPath?: string; timeoutMs?: number } = {}) {
    this.timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.encoderPath = options.encoderPath ?? resolveEncoder();
  }

  /**
   * Encodes a GIF.
   *
   * @throws if the encoder is not installed, fails or takes too long.
   */
  async encode(gif: Buffer, metadata: Metadata): Promise<Buffer> {
    if (this.encoderPath === null) throw new Error('h264-mp4-encoder is not installed');
    const worker = new Worker(CODE, {
      eval: true,
      execArgv: [],
      name: 'video',
      workerData: { encoder: this.encoderPath },
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    worker.unref();
    const timer = setTimeout(() => void worker.terminate(), this.timeoutMs).unref();
    try {
      return await encodeIn(worker, gif, metadata);
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  }
}

async function encodeIn(worker: Worker, gif: Buffer, metadata: Metadata): Promise<Buffer> {
  const { width: naturalWidth, pageHeight = metadata.height, pages = 1 } = metadata;
  const scale = Math.min(1, MAX_WIDTH_PX / naturalWidth);
  const width = even(naturalWidth * scale);
  const height = even(pageHeight * scale);
  const { frameRate, frames } = frameTimes(metadata);
  const send = createSender(worker);
  const groupOfPictures = Math.ceil((frameRate * KEYFRAME_EVERY_MS) / 1000);
  await send({
    begin: {
      width,
      height,
      frameRate,
      groupOfPictures,
      quantizationParameter: QUANTIZER,
      speed: 2,
    },
  });
  const frameBytes = width * height * 4;
  const perChunk = Math.max(1, Math.floor(CHUNK_BYTES / (naturalWidth * pageHeight * 4)));
  let next = 0;
  for (let first = 0; first < pages; first += perChunk) {
    const count = Math.min(perChunk, pages - first);
    const raw = await sharp(gif, { page: first, pages: count })
      .resize(width, height, { fit: 'fill' })
      .ensureAlpha()
      .raw()
      .toBuffer();
    for (; (frames[next] ?? pages) < first + count; next++) {
      const at = ((frames[next] ?? 0) - first) * frameBytes;
      // Copied, because a transferred frame is no longer usable here and may be needed again.
      await send({ frame: new Uint8Array(raw.subarray(at, at + frameBytes)) });
    }
  }
  const { video } = await send({ end: true });
  if (video === undefined) throw new Error('The encoder returned no video');
  return Buffer.from(video.buffer, video.byteOffset, video.byteLength);
}

/** Creates a function that sends one message at a time to the thread. */
function createSender(worker: Worker) {
  let settle: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | null = null;
  let ended: Error | null = null;
  const fail = (error: Error): void => {
    ended = error;
    settle?.reject(error);
  };
  worker.on('message', (reply: Reply) => settle?.resolve(reply));
  worker.on('error', fail);
  worker.on('exit', () => {
    fail(new Error('The video thread has ended'));
  });
  return (message: {
    begin?: object;
    frame?: Uint8Array<ArrayBuffer>;
    end?: true;
  }): Promise<Reply> =>
    new Promise((resolve, reject) => {
      if (ended !== null) {
        reject(ended);
        return;
      }
      settle = { resolve, reject };
      worker.postMessage(message, message.frame ? [message.frame.buffer] : []);
    });
}

interface Reply {
  readonly video?: Uint8Array;
}

const even = (px: number): number => Math.max(2, 2 * Math.round(px / 2));

function resolveEncoder(): string | null {
  try {
    return require.resolve('h264-mp4-encoder');
  } catch {
    return null;
  }
}

/** Browsers show frames with a shorter delay for a tenth of a second. */
const MIN_DELAY_MS = 20;
const DEFAULT_DELAY_MS = 100;
/** Largest number of frames of a video. */
const MAX_FRAMES = 1500;

/** A GIF's frames at a constant frame rate. */
export interface FrameTimes {
  readonly frameRate: number;
  /** For each frame of the video, the index of the GIF's frame; never decreases. */
  readonly frames: readonly number[];
}

/**
 * Maps a GIF's frames, which have individual delays, to those of a video, which have a constant
 * rate.
 */
export function frameTimes({
  pages = 1,
  delay = [],
}: Pick<Metadata, 'pages' | 'delay'>): FrameTimes {
  const delays = Array.from({ length: pages }, (_, index) => {
    const ms = delay[index] ?? 0;
    return ms < MIN_DELAY_MS ? DEFAULT_DELAY_MS : ms;
  });
  const totalMs = delays.reduce((sum, each) => sum + each, 0);
  const common = delays.reduce(greatestCommonDivisor);
  const stepMs = Math.max(common, MIN_DELAY_MS, totalMs / MAX_FRAMES);
  const frames: number[] = [];
  let index = 0;
  let endMs = delays[0] ?? 0;
  for (let atMs = stepMs / 2; atMs < totalMs; atMs += stepMs) {
    while (atMs >= endMs && index < pages - 1) endMs += delays[++index] ?? 0;
    frames.push(index);
  }
  return { frameRate: 1000 / stepMs, frames };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
