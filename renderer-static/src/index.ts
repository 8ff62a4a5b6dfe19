export { escapeHtml } from './html/escapeHtml.ts';
export type {
  Post,
  RenderedPage,
  RenderedSite,
  RenderOptions,
  RenderWarning,
} from './RenderOptions.ts';
export { renderPage } from './renderPage.ts';
