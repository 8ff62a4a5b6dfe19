import { randomUUID } from 'node:crypto';
import { type Block, createBlankPage } from '@cobble/engine';
import type { PaintJob } from '../painter/paintJob.ts';
import { PREVIEW_SIZES } from '../previewSizes.ts';

/** A block in a test: its type, its position in its section, and its content. */
export type TestBlock = Pick<Block, 'type' | 'content'> & {
  readonly position?: Partial<Block['position']>;
  readonly styles?: Block['styles'];
};

/** The stored document of a page with blocks in its only section. */
export function documentWith(
  blocks: readonly TestBlock[],
  { heightRatio = 2 }: { readonly heightRatio?: number } = {},
): string {
  const { things, settings, style } = createBlankPage({
    slug: 'main',
    createId: () => randomUUID(),
  });
  const [section] = Object.values(things);
  if (section === undefined) throw new Error('A blank page has a section');
  const all: Record<string, Block> = {
    [section.uuid]: { ...section, position: { ...section.position, height: heightRatio } },
  };
  for (const [index, { position, styles = {}, ...block }] of blocks.entries()) {
    const uuid = randomUUID();
    const defaults = { x: 0.1, y: 0.1, width: 0.8, height: 0.8, rotationDeg: 0 };
    all[uuid] = {
      ...{ uuid, parentUuid: section.uuid, properties: {}, styles },
      ...block,
      position: { ...defaults, zIndex: 50_000 + index, ...position },
    };
  }
  return JSON.stringify({ relativeHeight: heightRatio, settings, style, things: all });
}

/** A page as a job for the painter. */
export function jobOf(document: string, change: Partial<PaintJob> = {}): PaintJob {
  return {
    document,
    hasPremiumFonts: true,
    isSafeMode: false,
    posts: new Map(),
    fontFolder: '/nowhere',
    sizes: PREVIEW_SIZES,
    ...change,
  };
}
