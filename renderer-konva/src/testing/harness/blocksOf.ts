import { type Block, type Box, type Editor } from '@cobble/engine';
import { browserTextLayouts } from '../../resources/browserTextLayouts.ts';
import { editedBlockText } from '../../text-editing/editedBlockText.ts';
import { domLines, invalidateAscents } from './domLines.ts';

/** A block's position on screen, px, and its text line by line. */
export interface ShownBlock {
  readonly uuid: string;
  readonly box: Box;
  readonly lines: readonly string[];
}

/** The selector of a block's text in its element, by type. */
const TEXT_SELECTORS: Readonly<Record<string, string>> = {
  text: 'p,h1,h2,h3,h4',
  'sticky-note': 'div>p:last-child',
  'rich-button': ':scope>span:not(.unseen)',
  button: ':scope>span',
};

const trimmed = (lines: readonly { readonly text: string }[]): string[] =>
  lines.map(({ text }) => text.trimEnd());

/** The blocks of a page's sections as the canvas lays them out. */
export function canvasBlocks(editor: Editor): ShownBlock[] {
  const scroller = document.querySelector('[data-cobble-scroller]');
  const spacer = scroller?.firstElementChild;
  if (!scroller || !spacer) throw new Error('there is no canvas');
  const spacerBox = spacer.getBoundingClientRect();
  const referenceWidthPx = editor.fields.settings.referenceWidth;
  const zoom = Number(scroller.getAttribute('data-zoom') ?? '1');
  const unit = Math.min(scroller.clientWidth, referenceWidthPx) * zoom;
  const left = spacerBox.left + Math.round((spacerBox.width - unit) / 2);
  const resources = { referenceWidthPx, texts: browserTextLayouts().layouts, image: () => null };
  return blocksOf(editor).map((block) => {
    const bounds = editor.index.boundsOf(block.uuid);
    if (!bounds) throw new Error(`${block.uuid} has no position`);
    const box = {
      x: left + bounds.x * unit,
      y: spacerBox.top + bounds.y * unit,
      width: bounds.width * unit,
      height: bounds.height * unit,
    };
    const text = block.type in TEXT_SELECTORS ? editedBlockText(block, resources) : null;
    return { uuid: block.uuid, box, lines: trimmed(text?.layout.lines ?? []) };
  });
}

/** The blocks as a browser lays them out on the published page, at the harness's width. */
export async function publishedBlocks(editor: Editor, html: string): Promise<ShownBlock[]> {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'position:absolute;left:0;top:0;border:0;width:100vw;height:100vh';
  const loaded = new Promise((resolve) => {
    frame.onload = resolve;
  });
  frame.srcdoc = html;
  document.body.append(frame);
  await loaded;
  const shown = frame.contentDocument;
  if (!shown) throw new Error('the page is not shown');
  await shown.fonts.ready;
  invalidateAscents();
  const found = blocksOf(editor).map((block) => {
    const element = shown.getElementById(block.uuid);
    if (!element) throw new Error(`${block.uuid} is not on the page`);
    const { x, y, width, height } = element.getBoundingClientRect();
    const selector = TEXT_SELECTORS[block.type];
    // Client rectangles of rotated text are useless.
    element.style.rotate = 'none';
    const lines = selector === undefined ? [] : trimmed(domLines(element, selector));
    return { uuid: block.uuid, box: { x, y, width, height }, lines };
  });
  frame.remove();
  return found;
}

const blocksOf = (editor: Editor): Block[] =>
  [...editor.blocks.values()].filter(({ parentUuid }) =>
    editor.sectionIds.includes(parentUuid ?? ''),
  );
