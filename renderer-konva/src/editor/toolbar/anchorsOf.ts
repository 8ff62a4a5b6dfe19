import { type Editor, sectionHtmlIds } from '@cobble/engine';
import type { Translate } from '../messages/Translate.ts';

/** A target on the page that a link can lead to. */
export interface Anchor {
  /** `#` and the HTML id. */
  readonly href: string;
  /** A name for display; absent for blocks, which are named by their id. */
  readonly name?: string;
}

/**
 * The targets on an editor's page that links can lead to: its sections, and blocks with an HTML id.
 */
export function anchorsOf(editor: Editor, t: Translate): readonly Anchor[] {
  const { blocks, sectionIds } = editor;
  const sections = sectionIds.flatMap((uuid) => blocks.get(uuid) ?? []);
  const ids = sectionHtmlIds(sections, blocks.values());
  const anchors = new Map<string, Anchor>();
  sectionIds.forEach((uuid, index) => {
    const href = `#${ids.get(uuid) ?? ''}`;
    if (href !== '#' && !anchors.has(href))
      anchors.set(href, { href, name: t('section.name', { number: index + 1 }) });
  });
  for (const { properties } of blocks.values()) {
    const href = `#${properties.htmlId ?? ''}`;
    if (href !== '#' && !anchors.has(href)) anchors.set(href, { href });
  }
  return [...anchors.values()];
}
