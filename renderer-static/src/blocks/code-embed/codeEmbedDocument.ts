/**
 * What a code embed's frame may do: run, send forms, and open links beside the page. It has an origin
 * that is nobody's, so that no cookie, storage or document of another is its own, and never leads the
 * page elsewhere. For the frame's `sandbox` and for the `sandbox` of the document's own policy.
 */
export const CODE_EMBED_SANDBOX =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

/**
 * The author's own HTML as a document, to be served where `RenderOptions.codeEmbedUrl` says, or kept
 * as a file beside an exported page. Only ever in a frame with {@link CODE_EMBED_SANDBOX}, and served
 * with it as its policy: what it holds is not checked.
 */
export function codeEmbedDocument(code: string): string {
  // Links open beside the page, as the frame itself has nowhere to go.
  return `<!DOCTYPE html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><base target="_blank">${code}`;
}
