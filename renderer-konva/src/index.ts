export { CobbleCanvas } from './canvas/CobbleCanvas.tsx';
export type { CobbleCanvasProps } from './canvas/CobbleCanvasProps.ts';
export { createTextMeasurer } from './canvas/browserTexts.ts';
