export { runBlockKitTests } from './runBlockKitTests.ts';
export type { BlockKitTestOptions, RenderedKitPage } from './runBlockKitTests.ts';
export { PageComposer } from '../pages/PageComposer.ts';
export type { BoxPx, ComposedBlock, ComposerOptions } from '../pages/PageComposer.ts';
