import * as z from 'zod';
import { CobbleError } from '../model/CobbleError.ts';
import type { ParsedInput } from './InputContext.ts';
import { inputEventSchema } from './InputEvent.ts';

/**
 * An input event with all of its fields.
 *
 * @throws CobbleError `input_invalid` for what is none; `details.path` is dotted, '' for the whole
 */
export function readInputEvent(event: unknown): ParsedInput {
  const parsed = parse(event);
  if (parsed.success) return parsed.data;
  const issue = parsed.error instanceof z.ZodError ? parsed.error.issues[0] : undefined;
  const path = (issue?.path ?? []).map(String).join('.');
  throw new CobbleError('input_invalid', issue?.message ?? 'must be an input event', {
    details: { path },
    cause: parsed.error,
  });
}

type Parsed =
  | { readonly success: true; readonly data: ParsedInput }
  | { readonly success: false; readonly error: unknown };

function parse(event: unknown): Parsed {
  try {
    return inputEventSchema.safeParse(event);
  } catch (error) {
    // A getter or a proxy that throws: the event's doing.
    return { success: false, error };
  }
}
