export { runBlockKitTests } from './runBlockKitTests.ts';
export type { BlockKitTestOptions, RenderedKitPage } from './runBlockKitTests.ts';
