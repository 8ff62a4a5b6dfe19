import type { BuiltinBlockOf, BuiltinBlockType } from '@cobble/engine';
import type { Painter } from '../paint/Painter.ts';
import { paintGroup } from './group/paintGroup.ts';
import { paintImage } from './image/paintImage.ts';
import { paintRichButton } from './rich-button/paintRichButton.ts';
import { paintShape } from './shape/paintShape.ts';
import { paintStickyNote } from './sticky-note/paintStickyNote.ts';
import { paintTextBlock } from './text/paintTextBlock.ts';

const painters = {
  group: paintGroup,
  image: paintImage,
  'rich-button': paintRichButton,
  shape: paintShape,
  'sticky-note': paintStickyNote,
  text: paintTextBlock,
} satisfies { [Type in BuiltinBlockType]: Painter<BuiltinBlockOf<Type>> };

const byType: ReadonlyMap<string, Painter> = new Map(
  // A painter is only ever given blocks of the type under which it stands here.
  Object.entries(painters as unknown as Record<BuiltinBlockType, Painter>),
);

/** The painter of a built-in type, or of a type that nobody here knows: a quiet placeholder. */
export function painterOf(type: string): Painter {
  return byType.get(type) ?? paintUnknown;
}

const paintUnknown: Painter = ({ block, target, width, height }) => {
  target.fillStyle = '#F3EEE4';
  target.fillRect(0, 0, width, height);
  target.strokeStyle = '#CFC4B0';
  target.lineWidth = 1;
  target.setLineDash([4, 4]);
  target.strokeRect(0.5, 0.5, Math.max(0, width - 1), Math.max(0, height - 1));
  target.setLineDash([]);
  target.fillStyle = '#6B6255';
  target.font = '14px Inter, sans-serif';
  target.textAlign = 'center';
  target.textBaseline = 'middle';
  target.fillText(block.type, width / 2, height / 2, width);
};
