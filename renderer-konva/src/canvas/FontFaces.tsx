import { type Block, type Editor, editedBlockOf } from '@cobble/engine';
import { DEFAULT_FONT, fontFaceCss, type FontLookup } from '@cobble/engine/fonts';
import { reaction, untracked } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { browserTextLayouts } from '../resources/browserTextLayouts.ts';
import { fontFamiliesOf } from './fontFamiliesOf.ts';

/** The font of pills, and of interface text on blocks. */
const CHROME_FONT = 'Inter';

/**
 * The `@font-face` rules of the font families that the page uses, including the text that is being
 * edited. Families are only added while a canvas is mounted, so changing the colour of a text does not
 * reload fonts.
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
  // In the same task as the first rendering, or a font that is chosen in between would be missed.
  useLayoutEffect(() => {
    const declare = (blocks: Iterable<Block>): void => {
      const used = familiesOf(blocks);
      setFamilies((previous) =>
        [...used].every((family) => previous.has(family))
          ? previous
          : new Set([...previous, ...used]),
      );
    };
    const stopListening = editor.onChange(({ added, updated }) => {
      declare([...Object.values(added), ...Object.values(updated).map(([, to]) => to)]);
    });
    // A font is needed as soon as it is chosen: the text is shown and measured before the commit.
    const stopReacting = reaction(
      () => editor.blocks.get(editedBlockOf(editor.mode) ?? ''),
      (edited) => {
        if (edited) declare([edited]);
      },
    );
    return () => {
      stopListening();
      stopReacting();
    };
  }, [editor]);
  const declared = useRef({ fonts, families });
  useEffect(() => {
    const last = declared.current;
    if (last.fonts === fonts && last.families === families) return;
    declared.current = { fonts, families };
    // Texts have already requested their fonts, before these were declared.
    browserTextLayouts().reloadFonts();
  }, [fonts, families]);
  // In the document's head, because browsers ignore `@font-face` in a shadow tree.
  return createPortal(<style>{fontFaceCss(families, { baseUrl, fonts })}</style>, document.head);
});

function familiesOf(blocks: Iterable<Block>): Set<string> {
  const families = new Set([DEFAULT_FONT, CHROME_FONT]);
  for (const block of blocks) for (const family of fontFamiliesOf(block)) families.add(family);
  return families;
}
