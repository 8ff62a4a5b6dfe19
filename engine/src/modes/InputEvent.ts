import { z } from 'zod';

/** The eight resize handles by compass point, and the rotation handle. */
export const HANDLE_NAMES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w', 'rotate'] as const;
export type HandleName = (typeof HANDLE_NAMES)[number];

const modifiers = {
  shift: z.boolean().default(false),
  alt: z.boolean().default(false),
  /** Ctrl, or Cmd on a Mac. */
  ctrl: z.boolean().default(false),
};

const pointer = {
  /** Place in page space: fractions of the window's width. */
  x: z.number(),
  y: z.number(),
  /** Screen px that one unit of page space covers, zoom included. */
  pxPerUnit: z.number().positive(),
  pointerType: z.enum(['mouse', 'pen', 'touch']).default('mouse'),
  pressure: z.number().min(0).max(1).default(0.5),
  button: z.number().int().min(0).max(4).default(0),
  ...modifiers,
};

/**
 * What the host feeds to `editor.dispatch`: no DOM events, so that a whole gesture can be played in
 * a test. `handle` names the handle under the pointer, `section` the section whose bottom edge is
 * grabbed; the host knows, as it draws them.
 */
export const inputEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('pointerdown'),
    ...pointer,
    handle: z.enum(HANDLE_NAMES).optional(),
    sectionEdge: z.string().optional(),
  }),
  z.object({ type: z.literal('pointermove'), ...pointer }),
  z.object({ type: z.literal('pointerup'), ...pointer }),
  z.object({ type: z.literal('pointercancel') }),
  z.object({ type: z.literal('doubleclick'), ...pointer }),
  z.object({ type: z.literal('keydown'), key: z.string(), ...modifiers }),
  z.object({ type: z.literal('keyup'), key: z.string(), ...modifiers }),
]);

export type InputEvent = z.input<typeof inputEventSchema>;
