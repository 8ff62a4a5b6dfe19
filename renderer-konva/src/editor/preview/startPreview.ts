import { inputError } from '@cobble/engine';
import type { PreviewDocument, PreviewService } from '../services/EditorServices.ts';

/**
 * Starts the host's preview of a page. A mistake in it shows at most an empty preview: what it throws
 * is reported to the window, and does not end the editor.
 *
 * @param show called with each document until the preview ends
 * @returns ends the preview
 */
export function startPreview(
  preview: PreviewService,
  page: Parameters<PreviewService>[0],
  options: Parameters<PreviewService>[1],
  show: (document: PreviewDocument) => void,
): () => void {
  let hasEnded = false;
  const guarded = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      reportError(error);
    }
  };
  let end: unknown;
  guarded(() => {
    end = preview(page, options, (document) => {
      const checked = checkDocument(document);
      if (!hasEnded) show(checked);
    });
    if (end !== undefined && typeof end !== 'function')
      throw inputError('preview', 'must return a function that ends it, and must not be async');
  });
  return () => {
    hasEnded = true;
    if (typeof end === 'function') guarded(end as () => void);
  };
}

/** @throws CobbleError `input_invalid` (details: `path`), which the host's call of `show` gets */
function checkDocument(document: unknown): PreviewDocument {
  if (typeof document !== 'object' || document === null)
    throw inputError('document', 'must be an object such as { html }');
  const { html, sandbox } = document as { readonly [Key in keyof PreviewDocument]?: unknown };
  if (typeof html !== 'string') throw inputError('document.html', 'must be a string');
  if (sandbox !== undefined && typeof sandbox !== 'string')
    throw inputError('document.sandbox', 'must be a string');
  return document as PreviewDocument;
}
