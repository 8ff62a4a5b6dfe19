export { escapeHtml } from './html/escapeHtml.ts';
export type { RenderedPage, RenderOptions, RenderWarning } from './RenderOptions.ts';
export { renderPage } from './renderPage.ts';
