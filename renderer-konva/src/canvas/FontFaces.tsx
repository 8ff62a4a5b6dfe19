import {
  asBuiltin,
  DEFAULT_FONT,
  type Editor,
  fontFaceCss,
  type FontLookup,
  type RichTextNode,
} from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { browserTexts } from './browserTexts.ts';

/** Distances in pills are set in the interface's own family. */
const CHROME_FONT = 'Inter';

/**
 * The `@font-face` rules of the families that the page uses. Families are only ever added while a
 * canvas lives, so that a colour change in a text does not reload anything.
 */
export const FontFaces = observer(function FontFaces(props: {
  readonly editor: Editor;
  readonly baseUrl: string;
  readonly fonts: FontLookup;
}): ReactNode {
  const { editor, baseUrl, fonts } = props;
  const [families, setFamilies] = useState(() => familiesOf(editor));
  useEffect(
    () =>
      editor.onChange(() => {
        const used = familiesOf(editor);
        setFamilies((known) =>
          [...used].every((family) => known.has(family)) ? known : new Set([...known, ...used]),
        );
      }),
    [editor],
  );
  const named = useRef(fonts);
  useEffect(() => {
    if (named.current === fonts) return;
    named.current = fonts;
    browserTexts().askAgain();
  }, [fonts]);
  return <style>{fontFaceCss(families, { baseUrl, fonts })}</style>;
});

function familiesOf(editor: Editor): Set<string> {
  const families = new Set([DEFAULT_FONT, CHROME_FONT]);
  for (const each of editor.blocks.values()) {
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
