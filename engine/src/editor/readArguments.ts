import { isRecord } from '../model/isRecord.ts';
import { ok, type Refusal, refuse, type Result } from '../model/Result.ts';
import type { BlockPatch, EditorRefusal } from './Editor.ts';

type Code = Extract<EditorRefusal, 'invalid_block' | 'invalid_page'>;

/**
 * A structure as a script handed it in, read once: later nothing can change its outline. Refused
 * unless it is an object and each of its parts, where there is one, is too (details: `path`,
 * `message`); what is inside of the parts is left to the schemas.
 */
export function readParts<Value extends object>(
  value: Value,
  parts: readonly (keyof Value & string)[],
  code: Code,
): Result<Value, Code> {
  try {
    if (!isRecord(value)) return refuse(code, { path: '', message: 'must be an object' });
    const read: Record<string, unknown> = { ...value };
    for (const path of parts) {
      const part = read[path];
      if (part === undefined) continue;
      if (!isRecord(part)) return refuse(code, { path, message: 'must be an object' });
      read[path] = { ...part };
    }
    return ok(read as Value);
  } catch {
    // A getter or a proxy that throws: whoever made the value, not the engine, is at fault.
    return refuse(code, { path: '', message: 'cannot be read' });
  }
}

/** A block's patch, or what of a new block is like one. */
export function readPatch<Patch extends BlockPatch>(patch: Patch): Result<Patch, EditorRefusal> {
  const read = readParts<Patch>(
    patch,
    ['position', 'properties', 'styles', 'content'],
    'invalid_block',
  );
  if (!read.ok) return read;
  const htmlId: unknown = read.value.properties?.htmlId;
  return htmlId === undefined || typeof htmlId === 'string'
    ? read
    : refuse('invalid_block', { path: 'properties.htmlId', message: 'must be a string' });
}

/** Refuses a word that is none of those that a call knows, such as a direction; else null. */
export function refuseUnlisted<Value extends string>(
  path: string,
  value: Value,
  known: readonly Value[],
): Refusal<EditorRefusal> | null {
  return known.includes(value)
    ? null
    : refuse('invalid_block', { path, message: `must be one of ${known.join(', ')}` });
}
