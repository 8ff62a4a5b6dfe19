import { asBuiltin, type Block, type RichTextNode } from '@cobble/engine';
import { DEFAULT_FONT } from '@cobble/engine/fonts';

/** The font families of a block's text; empty for a block without text. */
export function fontFamiliesOf(block: Block): ReadonlySet<string> {
  const families = new Set<string>();
  const builtin = asBuiltin(block);
  if (builtin?.type === 'text') {
    families.add(builtin.content.font ?? DEFAULT_FONT);
    collectFamilies(builtin.content.text, families);
  } else if (builtin?.type === 'button') families.add(builtin.content.font ?? DEFAULT_FONT);
  else if (builtin?.type === 'rich-button')
    families.add(builtin.content.richButtonText.font ?? DEFAULT_FONT);
  else if (builtin?.type === 'sticky-note')
    families.add(builtin.content.stickyNoteText.font ?? 'EB Garamond');
  return families;
}

function collectFamilies(node: RichTextNode, into: Set<string>): void {
  for (const mark of node.marks ?? [])
    if (mark.type === 'font_family') into.add(String(mark.attrs?.family));
  for (const child of node.content ?? []) collectFamilies(child, into);
}
