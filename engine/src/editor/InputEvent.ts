import * as z from 'zod';
import { CobbleError } from '../model/CobbleError.ts';
import { didYouMean } from '../model/didYouMean.ts';
import { inputError } from '../model/inputError.ts';

/** The eight resize handles by compass point, and the rotation handle. */
export const HANDLE_NAMES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w', 'rotate'] as const;
/** A resize handle by its compass point, or `rotate`. */
export type HandleName = (typeof HANDLE_NAMES)[number];

const modifiers = {
  shift: z.boolean().default(false),
  alt: z.boolean().default(false),
  /** Ctrl, or Cmd on a Mac. */
  ctrl: z.boolean().default(false),
};

/** Identifies a pointer while it is down, such as a finger. */
const pointerId = z.number().int();

const pointer = {
  pointerId: pointerId.default(1),
  /**
   * As in the DOM: whether this is the first of the pointers of its type. When such a pointer is
   * pressed, all others of its type have been released, even if that was not reported.
   */
  isPrimary: z.boolean().optional(),
  /** Position in page space: fractions of the window's width. */
  x: z.number(),
  y: z.number(),
  /** Screen px per unit of page space at zoom 1. */
  pxPerUnit: z.number().positive(),
  /** Zoom factor. Distances on screen, such as the snap tolerance, use `pxPerUnit` times `zoom`. */
  zoom: z.number().positive().default(1),
  pointerType: z.enum(['mouse', 'pen', 'touch']).default('mouse'),
  /** From 0 to 1; used for pens only. */
  pressure: z.number().min(0).max(1).default(0.5),
  /** As in the DOM: 0 is the main button, 1 the middle one, 2 the right one. */
  button: z.number().int().min(0).max(4).default(0),
  ...modifiers,
};

const key = {
  /** The character, or a key name as in the DOM (`Escape`, `ArrowLeft`). */
  key: z.string(),
  /** The physical key as in the DOM (`KeyA`), for keyboard layouts whose `key` matches nothing. */
  code: z.string().optional(),
  ...modifiers,
};

/** The control around the page that was pressed, if any; at most one of them. */
const chrome = {
  /** A handle of the selection. */
  handle: z.enum(HANDLE_NAMES).optional(),
  /** The section whose bottom edge was pressed. */
  sectionEdge: z.string().optional(),
  /** The section whose side handle was pressed, and which side. */
  sectionSide: z.object({ section: z.string(), side: z.enum(['left', 'right']) }).optional(),
  /** Whether the slicer was pressed, which cuts the section at this `y`. */
  slicer: z.boolean().optional(),
  /** The page rail whose cutoff handle was pressed. */
  rail: z.enum(['left', 'right']).optional(),
};

/**
 * Input events without the DOM, so that tests can replay whole gestures. The host hit-tests its own
 * controls (`handle`, `sectionEdge`, ...), because it draws them, and measures the time between events:
 *
 * - `longpress`: a pointer has not moved for a while; sent while it is down or instead of
 *   `pointerdown`.
 * - `doubleclick`: sent after the second `pointerup`.
 * - `keyup`: the host also sends it for keys whose release the system did not report.
 * - `pointercancel`: a pointer was lost, such as a palm that the system has recognised. A host that
 *   zooms with two fingers sends it when the second finger comes down, since two fingers on the
 *   selection would otherwise pinch it.
 */
export const inputEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pointerdown'), ...pointer, ...chrome }),
  z.object({ type: z.literal('pointermove'), ...pointer }),
  z.object({ type: z.literal('pointerup'), ...pointer }),
  /** Without a `pointerId`: all pointers. */
  z.object({ type: z.literal('pointercancel'), pointerId: pointerId.optional() }),
  z.object({ type: z.literal('doubleclick'), ...pointer }),
  z.object({ type: z.literal('longpress'), ...pointer }),
  z.object({ type: z.literal('keydown'), ...key }),
  z.object({ type: z.literal('keyup'), ...key }),
]);

const FIELDS: ReadonlySet<string> = new Set([
  'type',
  ...[pointer, chrome, key].flatMap((fields) => Object.keys(fields)),
]);

/** An input event as hosts send it: fields with a default may be missing. */
export type InputEvent = z.input<typeof inputEventSchema>;

/** A validated input event with its defaults filled in. */
export type ParsedInput = z.output<typeof inputEventSchema>;

/** A validated press, move or release of a pointer. */
export type PointerInput = Extract<
  ParsedInput,
  { type: 'pointerdown' | 'pointermove' | 'pointerup' }
>;

/** A validated press of a pointer. */
export type PointerDown = Extract<ParsedInput, { type: 'pointerdown' }>;

/** A validated press or release of a key. */
export type KeyInput = Extract<ParsedInput, { type: 'keydown' | 'keyup' }>;

/** A context menu that the user opened by long press or right click. */
export interface MenuRequest {
  /** Pointer position in page space. */
  readonly x: number;
  readonly y: number;
  /** The block under the pointer, which is now selected; null over an empty part of the page. */
  readonly block: string | null;
  readonly pointerType: 'mouse' | 'pen' | 'touch';
}

/**
 * Validates an input event. Everything behind `Editor.dispatch` relies on it and does not
 * validate again.
 *
 * @throws CobbleError `input_invalid`; `details.path` is dotted, '' for the event itself
 */
export function parseInputEvent(event: unknown): ParsedInput {
  let error: unknown;
  try {
    const parsed = inputEventSchema.safeParse(event);
    if (parsed.success) {
      checkNames(event as InputEvent);
      return parsed.data;
    }
    error = parsed.error;
  } catch (thrown) {
    if (thrown instanceof CobbleError) throw thrown;
    // A getter or proxy of the event threw.
    error = thrown;
  }
  const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
  const path = (issue?.path ?? []).map(String).join('.');
  const reason = issue?.message ?? 'must be an input event';
  throw new CobbleError('input_invalid', `${path === '' ? 'event' : path}: ${reason}`, {
    details: { path },
    cause: error,
  });
}

/** A misspelt name would be ignored. A field of another type of event may be left in. */
function checkNames(event: InputEvent): void {
  for (const [name, value] of Object.entries(event) as [string, unknown][])
    if (value !== undefined && !FIELDS.has(name))
      throw inputError(name, `is not a field of an input event${didYouMean(name, FIELDS)}`);
}
