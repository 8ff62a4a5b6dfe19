export { escapeHtml } from './html/escapeHtml.ts';
export type {
  RenderedPage,
  RenderOptions,
  RenderWarning,
  StaticBlock,
  StaticContext,
  StaticKit,
  StaticView,
} from './RenderOptions.ts';
export { renderPage } from './renderPage.ts';
