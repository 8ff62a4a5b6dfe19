export * from './BlockDefinition.ts';
export * from './builtinBlocks.ts';
export { defineKit } from './defineKit.ts';
export type { KitParts } from './defineKit.ts';
export { FACADE_COLORS, facadeMarkColor, layoutEmbedFacade } from './embedFacade.ts';
export type { EmbedFacade } from './embedFacade.ts';
export * from './embeds.ts';
export { readKits } from './readKits.ts';
export type { KitCanvas, KitCanvasFrame, KitCanvasView } from './KitCanvasView.ts';
export type {
  KitStaticBlock,
  KitStaticContext,
  KitStaticView,
  StaticAttributes,
  StaticElement,
  StaticNode,
} from './KitStaticView.ts';
