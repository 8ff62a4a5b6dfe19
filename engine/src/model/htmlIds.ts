/** The most characters of an html id. */
export const MAX_HTML_ID_LENGTH = 200;

/**
 * Cleans what a person typed as an html id: br tags, spaces and everything but letters, digits,
 * underscore and hyphen go, and what is longer than a block may hold.
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
 * The html id of each section, by its uuid: what links within the page (`#main`) lead to. One that
 * was set counts; else the first section is 'main' and any other has an id derived from its uuid. A
 * section whose id by default is another block's has the derived one, or none.
 *
 * @param sections from the top
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
    const free = (index === 0 ? ['main', derived] : [derived]).find((id) => !taken.has(id));
    const id = properties.htmlId || free;
    if (id === undefined) return;
    ids.set(uuid, id);
    taken.add(id);
  });
  return ids;
}
