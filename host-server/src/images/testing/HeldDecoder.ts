import { tmpdir } from 'node:os';
import sharp from 'sharp';
import { ImageDecoder, type ImageSource } from '../ImageDecoder.ts';
import type { Image } from '../reencodeImage.ts';

/** Decodes nothing: each image waits until the test releases it, and becomes the same small one. */
export class HeldDecoder extends ImageDecoder {
  /** The signals of all images, in the order in which they arrived. */
  readonly signals: (AbortSignal | undefined)[] = [];
  /** The sources of all images, in the same order. */
  readonly sources: ImageSource[] = [];
  private readonly ends: (() => void)[] = [];

  constructor() {
    super(tmpdir(), { warn: () => undefined });
  }

  override async reencode(...parameters: Parameters<ImageDecoder['reencode']>): Promise<Image> {
    const [, source, signal] = parameters;
    await new Promise<void>((resolve) => {
      this.ends.push(resolve);
      this.signals.push(signal);
      this.sources.push(source);
    });
    const create = { width: 40, height: 30, channels: 3 as const, background: '#2B4EFF' };
    const content = await sharp({ create }).png().toBuffer();
    return { type: 'png', content, width: 40, height: 30 };
  }

  /** Waits until a number of images have arrived. */
  async arrived(count: number): Promise<void> {
    while (this.signals.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** Lets all images that wait continue. */
  release(): void {
    for (const end of this.ends.splice(0)) end();
  }
}
