import { escapeLink } from '../links/escapeLink.ts';
import { isRecord } from '../model/json.ts';
import { mapMarks } from '../text/mapMarks.ts';

/** The parts of a block, or of a patch of one, that can contain links. */
interface LinkedParts {
  readonly properties?: object;
  readonly styles?: object;
  readonly content?: object;
}

/** Fields with the URL of an asset, by block type. */
const ASSET_FIELDS: Readonly<Record<string, string>> = {
  audio: 'url',
  image: 'url',
  'sticky-note': 'stickyNoteImageUrl',
};

/**
 * Escapes the links of a block or of a patch (`escapeLink`): its own, those in its text, and the
 * URLs of its background, image or audio. Fields that are not text stay as they are, for the
 * schemas to reject.
 *
 * @param type the block's type
 * @returns the same object if nothing changes
 */
export function escapeBlockLinks<Parts extends LinkedParts>(type: string, parts: Parts): Parts {
  const properties = escapeField(parts.properties, 'hyperlink');
  const styles = escapeBackground(parts.styles);
  const content = escapeContent(type, parts.content);
  if (properties === parts.properties && styles === parts.styles && content === parts.content)
    return parts;
  return {
    ...parts,
    ...(properties && { properties }),
    ...(styles && { styles }),
    ...(content && { content }),
  };
}

function escapeBackground(styles: object | undefined): object | undefined {
  const background = (styles as { readonly background?: unknown } | undefined)?.background;
  if (!isRecord(background)) return styles;
  const escaped = escapeField(background, 'imageUrl');
  return escaped === background ? styles : { ...styles, background: escaped };
}

function escapeContent(type: string, content: object | undefined): object | undefined {
  if (!content) return content;
  const field = Object.hasOwn(ASSET_FIELDS, type) ? ASSET_FIELDS[type] : undefined;
  if (field !== undefined) return escapeField(content, field);
  return mapMarks({ type, content }, (mark) => {
    if (mark.type !== 'link' || !isRecord(mark.attrs)) return mark;
    const attrs = escapeField(mark.attrs, 'href');
    return attrs === mark.attrs ? mark : { ...mark, attrs };
  }).content;
}

function escapeField<Fields extends object | undefined>(fields: Fields, key: string): Fields {
  const value: unknown = fields && (fields as Record<string, unknown>)[key];
  if (typeof value !== 'string') return fields;
  const escaped = escapeLink(value);
  return escaped === value ? fields : { ...fields, [key]: escaped };
}
