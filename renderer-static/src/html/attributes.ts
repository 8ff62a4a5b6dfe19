import { escapeHtml } from './escapeHtml.ts';

/**
 * Attributes by name. Names are trusted, values are escaped when written. `false`, null and
 * undefined omit an attribute.
 */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Serialises attributes, each with a leading space. */
export function attributesHtml(attributes: Attributes): string {
  let html = '';
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (value === false || value === null || value === undefined) continue;
    html += value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
  }
  return html;
}
