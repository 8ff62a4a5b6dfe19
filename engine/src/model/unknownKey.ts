import { blockEnvelopeSchema } from './Block.ts';
import { didYouMean } from './didYouMean.ts';
import { isRecord } from './json.ts';
import { memoizeByObject } from './memoize.ts';
import { pageEnvelopeSchema } from './Page.ts';

const { position, properties, styles, source } = blockEnvelopeSchema.shape;
const { settings, style, site } = pageEnvelopeSchema.shape;
/** The parts of a block or page, with the fields that this version knows, at every depth. */
const PARTS = { position, properties, styles, source, settings, style, site };
type Part = keyof typeof PARTS | 'content';
const PART_NAMES = [...Object.keys(PARTS), 'content'] as readonly Part[];

/** A key that does not exist, such as `styles.opactiy`, and a message with the closest one. */
export interface UnknownKey {
  readonly path: string;
  readonly message: string;
}

/**
 * A key in a patch of a block or page that is unknown to this version, at any depth; null if there
 * is none. Storing it would look as if it had been set. A key that the block or page already has
 * comes from a newer editor, and can be set or removed.
 *
 * @param content the schema of the block's content; without one, it may have any keys
 */
export function unknownKey(
  patch: { readonly [Key in Part]?: unknown },
  previous: { readonly [Key in Part]?: unknown } = {},
  content?: unknown,
): UnknownKey | null {
  for (const part of PART_NAMES) {
    const value = patch[part];
    if (value === undefined) continue;
    const schema = part === 'content' ? content : PARTS[part];
    const found = unknownIn(schema, value, previous[part], part);
    if (found) return found;
  }
  return null;
}

function unknownIn(
  schema: unknown,
  value: unknown,
  previous: unknown,
  path: string,
): UnknownKey | null {
  const shape = isRecord(value) ? shapeOf(schema) : null;
  if (!shape || !isRecord(value)) return null;
  for (const key of Object.keys(value)) {
    const inside = value[key];
    if (inside === undefined) continue;
    if (Object.hasOwn(shape, key)) {
      if (!isRecord(inside)) continue;
      const found = unknownIn(shape[key], inside, fieldOf(previous, key), `${path}.${key}`);
      if (found) return found;
    } else if (fieldOf(previous, key) === undefined)
      return {
        path: `${path}.${key}`,
        message: `is not a field of this version${didYouMean(key, Object.keys(shape))}`,
      };
  }
  return null;
}

function fieldOf(record: unknown, key: string): unknown {
  return isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** What is read of a schema, which may be one of zod 3 or 4. */
interface ObjectSchema {
  readonly shape?: unknown;
  readonly unwrap?: unknown;
  readonly def?: { readonly catchall?: { readonly type?: unknown } };
}

/** The fields of an object schema; null for other schemas, and for one with rules for other keys. */
function shapeOf(schema: unknown): Shape | null {
  return isRecord(schema) ? readShape(schema) : null;
}

type Shape = Readonly<Record<string, unknown>>;

/** Cache: by schema, which does not change. Reading zod's properties takes ten times as long. */
const readShape = memoizeByObject((schema: Readonly<Record<string, unknown>>): Shape | null => {
  const { shape, unwrap, def } = schema as ObjectSchema;
  if (!isRecord(shape))
    return typeof unwrap === 'function' ? shapeOf(Reflect.apply(unwrap, schema, [])) : null;
  const others = def?.catchall?.type;
  return others === undefined || others === 'unknown' || others === 'never' ? shape : null;
});
