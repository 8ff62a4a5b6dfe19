import { isColor } from '@cobble/engine';

/**
 * A page's colour as CSS, or null when it is none. `hsv()`, which pages may hold and CSS lacks,
 * becomes `rgb()`.
 */
export function cssColor(value: unknown): string | null {
  if (typeof value !== 'string' || !isColor(value)) return null;
  return /^hsv/i.test(value) ? fromHsv(value) : value;
}

function fromHsv(value: string): string | null {
  const parts = value.match(/[+-]?(?:\d+\.?\d*|\.\d+)/g)?.map(Number) ?? [];
  const [hue, saturation, brightness, alpha = 1] = parts;
  if (hue === undefined || saturation === undefined || brightness === undefined) return null;
  const s = clamp(saturation > 1 || value.includes('%') ? saturation / 100 : saturation);
  const v = clamp(brightness > 1 || value.includes('%') ? brightness / 100 : brightness);
  const channel = (offset: number): number => {
    const k = (((offset + hue / 60) % 6) + 6) % 6;
    return Math.round(255 * (v - v * s * Math.max(0, Math.min(k, 4 - k, 1))));
  };
  return `rgb(${String(channel(5))} ${String(channel(3))} ${String(channel(1))} / ${String(clamp(alpha))})`;
}

const clamp = (ratio: number): number => Math.min(1, Math.max(0, ratio));
