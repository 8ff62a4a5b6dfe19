import * as z from 'zod';
import { colorSchema } from '../../model/styles.ts';
import { SHAPES } from '../../shapes/shapes.ts';
import { defineBlock } from '../BlockDefinition.ts';

const content = z.looseObject({
  /** A name in the table of shapes, or `path` for a custom path. */
  shapeType: z.string().regex(/^[a-z][a-z -]{0,40}$/),
  shapeColor: colorSchema,
  /** SVG path data in a 100 by 100 box; only with shapeType `path`. */
  shapePath: z
    .string()
    .max(20_000)
    .regex(/^[\sMmLlHhVvCcSsQqTtAaZz\d.,eE+-]*$/, 'must be SVG path data')
    .optional(),
});

/**
 * A filled outline that stretches to its box.
 *
 * Content: `shapeType` is a name of `SHAPES` (of `@cobble/engine/shapes`), or `path` with SVG path
 * data in a box of 100 by 100 in `shapePath`; `shapeColor` is a colour in any notation that pages
 * allow.
 */
export const shape = defineBlock({
  type: 'shape',
  content,
  capabilities: { mirrors: true },
  role: 'decoration',
  defaultContent: () => ({ shapeType: 'rectangle', shapeColor: '#FFB52E' }),
  aspectRatio: ({ shapeType }) => SHAPES[shapeType]?.aspectRatio ?? null,
});
