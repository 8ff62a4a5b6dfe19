// A custom block: a bell that rings a number of times. For kits, see examples/custom-block.
import { defineBlock, defineKit } from '@cobble/engine';
import { z } from 'zod';

export const bell = defineKit({
  block: defineBlock({
    type: 'bell',
    content: z.looseObject({ rings: z.number().int().min(1).max(12) }),
    defaultContent: () => ({ rings: 1 }),
    defaultSizePx: () => ({ width: 160, height: 60 }),
    altText: ({ rings }) => `A bell that rings ${String(rings)} times`,
  }),
  staticView: ({ content: { rings } }, { element, fontSize }) => ({
    content: [element('p', { css: [['font-size', fontSize(32)]] }, '🔔'.repeat(rings))],
  }),
  loadCanvasView: () => import('./bellCanvas.ts'),
});
