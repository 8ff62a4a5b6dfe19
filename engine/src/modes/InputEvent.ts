import * as z from 'zod';

/** The eight resize handles by compass point, and the rotation handle. */
export const HANDLE_NAMES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w', 'rotate'] as const;
/** A handle by its compass point, or `rotate`. */
export type HandleName = (typeof HANDLE_NAMES)[number];

const modifiers = {
  shift: z.boolean().default(false),
  alt: z.boolean().default(false),
  /** Ctrl, or Cmd on a Mac. */
  ctrl: z.boolean().default(false),
};

/** Tells pointers apart that are down together: fingers, above all. Any number, from down to up. */
const pointerId = z.number().int();

const pointer = {
  pointerId: pointerId.default(1),
  /** Place in page space: fractions of the window's width. */
  x: z.number(),
  y: z.number(),
  /** Screen px that one unit of page space covers at zoom 1. */
  pxPerUnit: z.number().positive(),
  /**
   * How many times larger than that the page is shown. Distances on the screen, such as the 3 px of
   * snapping, are reckoned with `pxPerUnit` times `zoom`.
   */
  zoom: z.number().positive().default(1),
  pointerType: z.enum(['mouse', 'pen', 'touch']).default('mouse'),
  /** From 0 to 1; taken for a pen's alone, as mice and fingers have none worth the name. */
  pressure: z.number().min(0).max(1).default(0.5),
  /** As the DOM numbers them: 0 is the main one, 1 the middle, 2 the right. */
  button: z.number().int().min(0).max(4).default(0),
  ...modifiers,
};

const key = {
  /** What the key gives: a character, or a name as the DOM has it (`Escape`, `ArrowLeft`). */
  key: z.string(),
  /** The physical key as the DOM names it (`KeyA`), for layouts on which `key` names no command. */
  code: z.string().optional(),
  ...modifiers,
};

/** What the press took hold of, of what the host draws around the page; at most one of them. */
const held = {
  /** The selection's handle. */
  handle: z.enum(HANDLE_NAMES).optional(),
  /** The section whose bottom edge is grabbed. */
  sectionEdge: z.string().optional(),
  /** The section one of whose side handles is grabbed, and which. */
  sectionSide: z.object({ section: z.string(), side: z.enum(['left', 'right']) }).optional(),
  /** The page slicer's track: the section at this height is cut here. */
  slicer: z.boolean().optional(),
  /** The page rail whose cutoff resizer is grabbed. */
  rail: z.enum(['left', 'right']).optional(),
};

/**
 * What a host feeds to `editor.dispatch`: no DOM events, so that a whole gesture can be played in a
 * test. The host tells what its handles, edges, rails and tracks were hit by (`held`), as it draws
 * them; keeps time (a `longpress` is one pointer that stayed in its place for as long as the host
 * finds long, while it is down or in place of its `pointerdown`; a `doubleclick` comes after the
 * second `pointerup`; a `keyup` that the system swallowed is the host's to send); and sends
 * `pointercancel` when a pointer is lost. Two fingers on the selection pinch it: a host that zooms
 * by two fingers instead sends `pointercancel` when the second one comes.
 */
export const inputEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pointerdown'), ...pointer, ...held }),
  z.object({ type: z.literal('pointermove'), ...pointer }),
  z.object({ type: z.literal('pointerup'), ...pointer }),
  /** Without a `pointerId`: all pointers. */
  z.object({ type: z.literal('pointercancel'), pointerId: pointerId.optional() }),
  z.object({ type: z.literal('doubleclick'), ...pointer }),
  z.object({ type: z.literal('longpress'), ...pointer }),
  z.object({ type: z.literal('keydown'), ...key }),
  z.object({ type: z.literal('keyup'), ...key }),
]);

/** A plain input event as hosts write it: fields with a default may be left out. */
export type InputEvent = z.input<typeof inputEventSchema>;
