import { escapeHtml } from './escapeHtml.ts';

/** Attributes by name; names are ours, values are escaped here. `false` and null leave one out. */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Attributes as they stand in a tag, each with a space before it. */
export function attributesHtml(attributes: Attributes): string {
  let html = '';
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (value === false || value === null || value === undefined) continue;
    html += value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
  }
  return html;
}
