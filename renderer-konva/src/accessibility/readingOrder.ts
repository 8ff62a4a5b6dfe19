import { idsInOrder, isRtlLanguage, type Block, type Editor } from '@cobble/engine';

/**
 * All blocks but sections in reading order, that of Tab and of the published document: sections from
 * the top, what a group holds after the group.
 */
export function readingOrder(editor: Editor): readonly Block[] {
  const rtl = isRtlLanguage(editor.fields.settings.lang);
  const within = (parent: string): readonly Block[] => {
    const children = editor.childrenOf(parent);
    const byId = new Map(children.map((block) => [block.uuid, block]));
    return idsInOrder(editor.blocks.get(parent), children, rtl).flatMap((uuid) => {
      const block = byId.get(uuid);
      return block ? [block, ...within(uuid)] : [];
    });
  };
  return editor.sectionIds.flatMap(within);
}
