import * as z from 'zod';
import { DRAWING_LIMITS } from '../../drawing/drawingLimits.ts';
import { defineBlock } from '../BlockDefinition.ts';

const content = z.looseObject({
  /** The strokes as `encodeDrawing` returns them; '' for none, which `decodeDrawing` rejects. */
  drawingPaths: z
    .string()
    .max(DRAWING_LIMITS.maxEncodedLength)
    .regex(/^(?:d\d{1,4}\.[\w-]*)?$/, 'must be an encoded drawing'),
  /** Size of the box that the strokes are relative to, in px. */
  drawingWidth: z.number().min(1).max(20_000),
  drawingHeight: z.number().min(1).max(20_000),
});

/** Strokes of a pen or highlighter. */
export const drawing = defineBlock({
  type: 'drawing',
  content,
  capabilities: { keepsAspect: true, resizesFreely: false, mirrors: true },
  role: 'image',
  defaultSizePx: ({ drawingWidth, drawingHeight }) => ({
    width: drawingWidth,
    height: drawingHeight,
  }),
  defaultContent: () => ({ drawingPaths: '', drawingWidth: 150, drawingHeight: 150 }),
  aspectRatio: ({ drawingWidth, drawingHeight }) => drawingHeight / drawingWidth,
});
