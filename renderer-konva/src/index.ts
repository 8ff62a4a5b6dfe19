export { createTextMeasurers } from './resources/browserTextLayouts.ts';
export { CobbleCanvas } from './canvas/CobbleCanvas.tsx';
export type { CanvasMessages, MessageKey } from './messages/translate.ts';
export { en as canvasMessages } from './messages/en.ts';
export type { CobbleCanvasProps } from './canvas/CobbleCanvasProps.ts';
export type { ImageVariants, ImageVariantsLookup } from './images/ImageVariants.ts';
export { applyTextStyle } from './text-editing/applyTextStyle.ts';
export { richTextFromHtml } from './paste/richTextFromHtml.ts';
export { TextEditingSession, textEditingSessionOf } from './text-editing/TextEditingSession.ts';
export type {
  ActiveTextStyle,
  HeadingLevel,
  TextStylePatch,
} from './text-editing/TextStylePatch.ts';
