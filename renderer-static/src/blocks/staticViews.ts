import type { BuiltinBlockType } from '@cobble/engine';
import type { StaticView } from '../RenderOptions.ts';
import { groupView } from './group/groupView.ts';
import { imageView } from './image/imageView.ts';
import { richButtonView } from './rich-button/richButtonView.ts';
import { shapeView } from './shape/shapeView.ts';
import { stickyNoteView } from './sticky-note/stickyNoteView.ts';
import { textView } from './text/textView.ts';

/** The views of the built-in types; a missing one does not compile. */
export const staticViews = {
  group: groupView,
  image: imageView,
  'rich-button': richButtonView,
  shape: shapeView,
  'sticky-note': stickyNoteView,
  text: textView,
} as const satisfies Record<BuiltinBlockType, StaticView>;
