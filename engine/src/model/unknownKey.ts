import { blockEnvelopeSchema } from './Block.ts';
import { pageSettingsSchema, pageStyleSchema } from './Page.ts';
import { positionSchema } from './Position.ts';
import { propertiesSchema } from './properties.ts';
import { stylesSchema } from './styles.ts';

/** The fields of each part that this version knows. A block's content is its type's business. */
const KNOWN = {
  position: keysOf(positionSchema),
  properties: keysOf(propertiesSchema),
  styles: keysOf(stylesSchema),
  source: keysOf(blockEnvelopeSchema.shape.source.unwrap()),
  settings: keysOf(pageSettingsSchema),
  style: keysOf(pageStyleSchema),
};

/** The message for an unknown key. */
export const UNKNOWN_KEY = 'is not a field of this version';

type Part = keyof typeof KNOWN;
const PARTS = Object.keys(KNOWN) as Part[];

/**
 * The path of a key in a patch of a block or page that is unknown to this version, such as
 * `styles.opactiy`; null if there is none. Storing it would look as if it had been set. A key that
 * the block or page already has comes from a newer editor, and can be set or removed.
 */
export function unknownKey(
  patch: { readonly [Key in Part]?: object | undefined },
  previous: { readonly [Key in Part]?: object | undefined } = {},
): string | null {
  for (const part of PARTS)
    for (const [key, value] of Object.entries(patch[part] ?? {})) {
      const isKnown = KNOWN[part].has(key) || Object.hasOwn(previous[part] ?? {}, key);
      if (!isKnown && value !== undefined) return `${part}.${key}`;
    }
  return null;
}

function keysOf(schema: { readonly shape: object }): ReadonlySet<string> {
  return new Set(Object.keys(schema.shape));
}
