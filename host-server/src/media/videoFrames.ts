import type { Metadata } from 'sharp';

/** Browsers show frames that say that they are shorter for a tenth of a second. */
const LEAST_DELAY_MS = 20;
const DELAY_OF_NONE_MS = 100;
/** A video has at most so many frames, however long the GIF is. */
const MAX_FRAMES = 1500;

/** When each frame of a GIF shows, in even steps. */
export interface FrameTimes {
  readonly frameRate: number;
  /** For each frame of the video the GIF's that shows then; never falls. */
  readonly frames: readonly number[];
}

/** Spreads a GIF's frames, each of which has its own time, over those of a video, which have one. */
export function frameTimes({
  pages = 1,
  delay = [],
}: Pick<Metadata, 'pages' | 'delay'>): FrameTimes {
  const delays = Array.from({ length: pages }, (_, index) => {
    const ms = delay[index] ?? 0;
    return ms < LEAST_DELAY_MS ? DELAY_OF_NONE_MS : ms;
  });
  const totalMs = delays.reduce((sum, each) => sum + each, 0);
  const common = delays.reduce(greatestCommonDivisor);
  const stepMs = Math.max(common, LEAST_DELAY_MS, totalMs / MAX_FRAMES);
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
