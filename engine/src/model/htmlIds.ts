/** Maximum length of an HTML id, in characters. */
export const MAX_HTML_ID_LENGTH = 200;

/**
 * Turns user input into a valid HTML id: removes br tags, spaces and everything but ASCII
 * letters, digits, underscores and hyphens, and truncates it to the maximum length.
 */
export function cleanHtmlId(value: string): string {
  return value
    .replace(/<br\s*\/?>|&nbsp;/gi, '')
    .replace(/[^\w-]+/g, '')
    .slice(0, MAX_HTML_ID_LENGTH);
}

interface WithHtmlId {
  readonly uuid: string;
  readonly properties: { readonly htmlId?: string | undefined };
}

/**
 * The HTML id of each section, by its uuid, for links within the page (`#main`). Sections without
 * an id of their own get a default: 'main' for the first, otherwise one derived from the uuid. If
 * another block has the default id, the section gets the derived one, or none.
 *
 * @param sections from top to bottom
 * @param blocks all blocks of the page
 */
export function sectionHtmlIds(
  sections: readonly WithHtmlId[],
  blocks: Iterable<WithHtmlId>,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const { properties } of blocks) if (properties.htmlId) taken.add(properties.htmlId);
  sections.forEach(({ uuid, properties }, index) => {
    const derived = cleanHtmlId(`section-${uuid}`);
    const available = (index === 0 ? ['main', derived] : [derived]).find((id) => !taken.has(id));
    const id = properties.htmlId || available;
    if (id === undefined) return;
    ids.set(uuid, id);
    taken.add(id);
  });
  return ids;
}
