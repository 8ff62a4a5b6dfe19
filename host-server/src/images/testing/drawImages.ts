import sharp, { type Sharp } from 'sharp';

/** Resembles a photograph to an encoder: soft colours and grain. */
export async function drawPhoto(width: number, height: number): Promise<Sharp> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}">
    <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#F4A261"/><stop offset="1" stop-color="#264653"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>
    ${Array.from({ length: 40 }, (_, i) => `<circle cx="${String((i * 137) % width)}" cy="${String((i * 89) % height)}" r="${String(10 + (i % 7) * 9)}" fill="hsl(${String(i * 23)},50%,55%)" opacity=".5"/>`).join('')}
  </svg>`;
  const noise = { type: 'gaussian', mean: 128, sigma: 14 } as const;
  const grain = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
  const { data, info } = await sharp(Buffer.from(svg))
    .composite([{ input: grain, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

/** A transparent logo in two colours. */
export function drawMark(sizePx: number): Sharp {
  const half = String(sizePx / 2);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(sizePx)}" height="${String(sizePx)}">
    <circle cx="${half}" cy="${half}" r="${String(sizePx * 0.4)}" fill="#2B4EFF"/>
    <path d="M${half} ${String(sizePx * 0.2)}v${String(sizePx * 0.6)}" stroke="#FBF7F0" stroke-width="${String(sizePx / 10)}"/></svg>`;
  return sharp(Buffer.from(svg));
}

/** How to draw a GIF. */
export interface DrawnGif {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly isTransparent?: boolean;
  /** Duration of each frame in ms; default 60. */
  readonly delay?: readonly number[];
  /** How many times it plays; 0, the default, means forever. */
  readonly loop?: number;
}

const drawn = new Map<string, Promise<Buffer>>();

/** A GIF of discs that move over a gradient or a transparent background. Drawn once per process. */
export function drawGif(gif: DrawnGif): Promise<Buffer> {
  const key = JSON.stringify(gif);
  const cached = drawn.get(key) ?? draw(gif);
  drawn.set(key, cached);
  return cached;
}

async function draw(gif: DrawnGif): Promise<Buffer> {
  const { width, height, frames, isTransparent = false, loop = 0 } = gif;
  const background = isTransparent
    ? ''
    : '<defs><linearGradient id="g"><stop stop-color="#f80"/><stop offset="1" stop-color="#048"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>';
  const frameFiles = await Promise.all(
    Array.from({ length: frames }, (_, frame) => {
      const discs = Array.from({ length: 12 }, (_each, i) => {
        const x = (i * 91 + frame * 7) % width;
        const y = (i * 57 + frame * (i % 5)) % height;
        return `<circle cx="${String(x)}" cy="${String(y)}" r="${String(8 + i * 2)}" fill="hsl(${String(i * 31)},60%,50%)"/>`;
      });
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}">${background}${discs.join('')}</svg>`;
      return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
    }),
  );
  return sharp(frameFiles, { join: { animated: true } })
    .gif({ loop, effort: 1, delay: [...(gif.delay ?? frameFiles.map(() => 60))] })
    .toBuffer();
}
