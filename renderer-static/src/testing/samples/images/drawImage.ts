import sharp from 'sharp';
import { seededRandom } from '../seededRandom.ts';
import { SAMPLE_IMAGES, type SampleImageName } from './sampleImages.ts';

const drawn = new Map<SampleImageName, Promise<Buffer>>();

/** Renders a sample image as WebP. Memoized by name; never invalidated. */
export function drawImage(name: SampleImageName): Promise<Buffer> {
  const cached = drawn.get(name);
  if (cached) return cached;
  const fresh = draw(name);
  drawn.set(name, fresh);
  return fresh;
}

async function draw(name: SampleImageName): Promise<Buffer> {
  const { width, height, draw: body, grain } = SAMPLE_IMAGES[name];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}" viewBox="0 0 ${String(width)} ${String(height)}">${body()}</svg>`;
  const flat = sharp(Buffer.from(svg)).flatten({ background: '#fff' });
  // Near-lossless is smaller for dots in one colour.
  if (grain === 0) return flat.webp({ nearLossless: true, quality: 40, effort: 6 }).toBuffer();
  return flat
    .composite([{ ...grainOf(width, height, grain), blend: 'soft-light' }])
    .webp({ quality: 56, effort: 6, smartSubsample: true })
    .toBuffer();
}

/** Grain of paper and film: grey noise, blended with soft light. */
function grainOf(width: number, height: number, grain: number) {
  const random = seededRandom(width * 31 + height);
  const cell = 2;
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const noise = new Uint8Array(width * height * 3);
  const line = new Uint8Array(width * 3);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const grey = 128 + (random() + random() - 1) * 127 * grain;
      line.fill(grey, x * cell * 3, (x + 1) * cell * 3);
    }
    for (let dy = 0; dy < cell && y * cell + dy < height; dy++)
      noise.set(line, (y * cell + dy) * width * 3);
  }
  return { input: Buffer.from(noise.buffer), raw: { width, height, channels: 3 as const } };
}
