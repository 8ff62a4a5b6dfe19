import { asBuiltin, type Block, type Editor, type RichTextNode } from '@cobble/engine';
import { DEFAULT_FONT, fontFaceCss, type FontLookup } from '@cobble/engine/fonts';
import { untracked } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { browserTextLayouts } from '../resources/browserTextLayouts.ts';

/** The font of pills, and of interface text on blocks. */
const CHROME_FONT = 'Inter';

/**
 * The `@font-face` rules of the font families that the page uses. Families are only added while a
 * canvas is mounted, so changing the colour of a text does not reload fonts.
 */
export const FontFaces = observer(function FontFaces(props: {
  readonly editor: Editor;
  readonly baseUrl: string;
  readonly fonts: FontLookup;
}): ReactNode {
  const { editor, baseUrl, fonts } = props;
  const [families, setFamilies] = useState(() =>
    untracked(() => familiesOf(editor.blocks.values())),
  );
  useEffect(
    () =>
      editor.onChange(({ added, updated }) => {
        const changed = [...Object.values(added), ...Object.values(updated).map(([, to]) => to)];
        const used = familiesOf(changed);
        setFamilies((previous) =>
          [...used].every((family) => previous.has(family))
            ? previous
            : new Set([...previous, ...used]),
        );
      }),
    [editor],
  );
  const lastFonts = useRef(fonts);
  useEffect(() => {
    if (lastFonts.current === fonts) return;
    lastFonts.current = fonts;
    browserTextLayouts().reloadFonts();
  }, [fonts]);
  // In the document's head, because browsers ignore `@font-face` in a shadow tree.
  return createPortal(<style>{fontFaceCss(families, { baseUrl, fonts })}</style>, document.head);
});

function familiesOf(blocks: Iterable<Block>): Set<string> {
  const families = new Set([DEFAULT_FONT, CHROME_FONT]);
  for (const each of blocks) {
    const block = asBuiltin(each);
    if (block?.type === 'text') {
      if (block.content.font) families.add(block.content.font);
      collectFamilies(block.content.text, families);
    } else if (block?.type === 'button') families.add(block.content.font ?? DEFAULT_FONT);
    else if (block?.type === 'rich-button')
      families.add(block.content.richButtonText.font ?? DEFAULT_FONT);
    else if (block?.type === 'sticky-note')
      families.add(block.content.stickyNoteText.font ?? 'EB Garamond');
  }
  return families;
}

function collectFamilies(node: RichTextNode, into: Set<string>): void {
  for (const mark of node.marks ?? [])
    if (mark.type === 'font_family') into.add(String(mark.attrs?.family));
  for (const child of node.content ?? []) collectFamilies(child, into);
}
