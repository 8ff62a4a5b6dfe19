import type { FontMeasurer } from '../text/FontMeasurer.ts';
import type { TextLayouts } from '../text/TextLayouts.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import type { PaintTarget } from '../paint/PaintTarget.ts';

/** A target that paints nothing and records calls. */
export interface Recording {
  readonly target: PaintTarget;
  /** Calls by name and arguments, in order. */
  readonly calls: readonly (readonly [name: string, ...values: unknown[]])[];
  /** All painted text, in order. */
  readonly texts: () => string[];
  /** The number of `save` calls minus the number of `restore` calls. */
  readonly depth: () => number;
}

/** Creates a target for tests without a canvas. */
export function recordingTarget(): Recording {
  const calls: (readonly [string, ...unknown[]])[] = [];
  const fields: Record<string | symbol, unknown> = { globalAlpha: 1 };
  const target = new Proxy(fields, {
    get: (own, name) => {
      if (Object.hasOwn(own, name)) return own[name];
      return (...values: unknown[]) => {
        calls.push([String(name), ...values]);
        if (name === 'getTransform') return { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
        return name === 'createLinearGradient' ? { addColorStop: () => undefined } : undefined;
      };
    },
  });
  const count = (name: string): number => calls.filter(([each]) => each === name).length;
  return {
    target: target as unknown as PaintTarget,
    calls,
    texts: () => calls.flatMap(([name, text]) => (name === 'fillText' ? [String(text)] : [])),
    depth: () => count('save') - count('restore'),
  };
}

/** Every character is half as wide as its font size. */
const measurer: FontMeasurer = {
  metrics: () => ({ ascent: 12, descent: 4 }),
  width: (text, font) => (text.length * Number(/([\d.]+)px/.exec(font)?.[1] ?? 16)) / 2,
  inkBetween: () => [],
  clear: () => undefined,
};

/** Lays out each paragraph on one line of any length: line breaking needs a browser. */
const texts: TextLayouts = {
  measurer,
  invalidate: () => undefined,
  memoize: (_block, _key, make) => make(),
  layout: (_, width, flow) => {
    const lines = flow().map(({ runs }, index) => ({
      x: 0,
      y: index * 20,
      width,
      height: 20,
      text: runs.map(({ text }) => text).join(''),
      runs: runs.map(({ text, style }) => ({ text, x: 0, y: 16, width, style })),
    }));
    return { lines, heightPx: lines.length * 20 };
  },
};

/** Resources for painting on a {@link recordingTarget}: images never load. */
export function plainResources(more: Partial<PaintResources> = {}): PaintResources {
  return {
    texts,
    referenceWidthPx: 600,
    image: () => 'loading',
    path: (data) => ({ data }) as unknown as Path2D,
    surface: () => null,
    isTextHidden: () => false,
    ...more,
  };
}
