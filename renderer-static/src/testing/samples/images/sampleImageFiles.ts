import sharp from 'sharp';
import type { Image, ImageSource } from '../../../images/Image.ts';
import { drawImage } from './drawImage.ts';
import { SAMPLE_IMAGES, type SampleImageName } from './sampleImages.ts';

/** The same widths as for uploads (host-server/src/images/makeVariants.ts). */
const WIDTHS = [128, 192, 256, 384, 512, 768, 1024, 1536, 2048];
const AVIF = { quality: 52, effort: 2 } as const;
const WEBP = { quality: 78, alphaQuality: 90, smartSubsample: true, effort: 4 } as const;

const NAME = /^([a-z-]+?)(?:-(\d+)\.(avif|webp)|\.webp)$/;
const files = new Map<string, Promise<Buffer>>();

/** A file below `/assets/` of the sample pages; null if it does not exist. */
export function sampleImageFile(
  name: string,
): { readonly type: string; readonly body: Promise<Buffer> } | null {
  const [, image = '', width, format] = NAME.exec(name) ?? [];
  if (!Object.hasOwn(SAMPLE_IMAGES, image)) return null;
  if (width === undefined) return { type: 'image/webp', body: drawImage(image as SampleImageName) };
  const body = files.get(name) ?? encode(image as SampleImageName, Number(width), format ?? '');
  files.set(name, body);
  return { type: `image/${format ?? ''}`, body };
}

async function encode(name: SampleImageName, width: number, format: string): Promise<Buffer> {
  const resized = sharp(await drawImage(name)).resize({ width });
  if (format === 'avif') return resized.avif(AVIF).toBuffer();
  if (SAMPLE_IMAGES[name].grain > 0) return resized.webp(WEBP).toBuffer();
  const lossless = await resized.clone().webp({ lossless: true, effort: 4 }).toBuffer();
  const lossy = await resized.webp({ ...WEBP, quality: 90 }).toBuffer();
  return lossy.length < lossless.length ? lossy : lossless;
}

/** Generates a sample image and returns what a host would know about it. */
export async function sampleImage(name: SampleImageName): Promise<Image> {
  const { width, height, grain } = SAMPLE_IMAGES[name];
  const widths = [...WIDTHS.filter((each) => each < width * 0.9), width];
  const filesOf = (format: 'avif' | 'webp'): ImageSource => ({
    type: `image/${format}`,
    files: widths.map((each) => ({
      url: `/assets/${name}-${String(each)}.${format}`,
      width: each,
    })),
  });
  const tiny = await sharp(await drawImage(name))
    .resize(16, 16, { fit: 'inside' })
    .webp({ quality: 40 })
    .toBuffer();
  return {
    width,
    height,
    sources: grain === 0 ? [filesOf('webp')] : [filesOf('avif'), filesOf('webp')],
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
  };
}
