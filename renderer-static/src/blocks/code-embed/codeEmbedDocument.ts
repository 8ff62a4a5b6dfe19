/**
 * Sandbox of a code embed: scripts, forms and links that open a new tab. Its origin is opaque, so
 * it has no access to cookies, storage or other documents, and it cannot navigate the page. Use it
 * for the frame's `sandbox` attribute and in the document's own policy.
 */
export const CODE_EMBED_SANDBOX =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

/**
 * Wraps an author's HTML in a document, to be served at `RenderOptions.codeEmbedUrl` or saved next
 * to an exported page. The HTML is not checked: only ever show it in a frame with {@link
 * CODE_EMBED_SANDBOX}, and serve it with the same sandbox as its policy.
 */
export function codeEmbedDocument(code: string): string {
  // Links open in a new tab, since the frame cannot navigate the page.
  return `<!DOCTYPE html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><base target="_blank">${code}`;
}
