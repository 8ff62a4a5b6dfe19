export { CODE_EMBED_SANDBOX, codeEmbedDocument } from './blocks/code-embed/codeEmbedDocument.ts';
export { escapeHtml } from './html/escapeHtml.ts';
export type {
  Post,
  RenderedPage,
  RenderedSite,
  RenderOptions,
  RenderWarning,
} from './RenderOptions.ts';
export { HEAVY_GIF_BYTES } from './pictures/heavyGif.ts';
export type { Picture, PictureLookup } from './pictures/Picture.ts';
export { renderPage } from './renderPage.ts';
