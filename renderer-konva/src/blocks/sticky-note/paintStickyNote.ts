import { type BuiltinBlockOf, STICKY_NOTE_SHADE } from '@cobble/engine';
import { addRoundedBox } from '../../paint/boxes.ts';
import { interfaceMessage } from '../../paint/interfaceText.ts';
import { paintColor } from '../../paint/paintColor.ts';
import type { Painter } from '../../paint/PaintResources.ts';
import { paintText } from '../../paint/paintText.ts';
import { imageInSlot } from '../../paint/blockImages.ts';
import { sizeOnTarget } from '../../paint/targetScale.ts';
import { layoutBlockText } from '../../text/blockText.ts';
import { layoutStickyNote } from './stickyNoteLayout.ts';
import { isEmptyNote, layoutPlaceholder, PLACEHOLDER_OPACITY } from './stickyNoteLayout.ts';

/** Coloured paper with text, and an optional image and title. */
export const paintStickyNote: Painter<BuiltinBlockOf<'sticky-note'>> = ({
  block,
  content,
  width,
  height,
  radius,
  resources,
  target,
}) => {
  target.beginPath();
  addRoundedBox(target, { x: 0, y: 0, width, height }, radius);
  target.fillStyle = paintColor(block.content.stickyNoteColor);
  target.fill();
  const shade = target.createLinearGradient(0, 0, 0, height);
  for (const [at, color] of STICKY_NOTE_SHADE) shade.addColorStop(at, color);
  target.fillStyle = shade;
  target.fill();

  const { referenceWidthPx, texts } = resources;
  const url = block.content.stickyNoteImageUrl;
  const across = { width: content.width, height: 0 };
  const found = url ? imageInSlot(resources, block.uuid, url, sizeOnTarget(target, across)) : null;
  const image = found === 'loading' ? null : found;
  const ratio = image && image.height / image.width;
  const layout = texts.memoize(block, `note ${String(referenceWidthPx)} ${String(ratio)}`, () =>
    layoutStickyNote(block, content, texts, ratio),
  );
  if (image && layout.image) {
    const { x, y, width: wide, height: high } = layout.image;
    target.save();
    target.beginPath();
    addRoundedBox(target, layout.image, radius);
    target.clip();
    target.drawImage(image.source, x, y, wide, high);
    target.restore();
  }
  const { title } = layout;
  if (title) paintText(target, title.layout, title.box.x, title.box.y, texts.measurer);
  if (resources.isTextHidden(block.uuid)) return;
  const text = layoutBlockText(block, layout.text, referenceWidthPx, texts);
  if (text) paintText(target, text.layout, text.box.x, text.box.y, texts.measurer);
  if (resources.showsPlaceholders && isEmptyNote(block)) {
    const { box, layout: placeholder } = layoutPlaceholder(
      block,
      { text: interfaceMessage(resources, 'stickyNotePlaceholder'), box: layout.text },
      texts,
    );
    target.globalAlpha *= PLACEHOLDER_OPACITY;
    paintText(target, placeholder, box.x, box.y, texts.measurer);
    target.globalAlpha /= PLACEHOLDER_OPACITY;
  }
};
