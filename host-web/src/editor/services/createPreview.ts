import { bundledFontFiles, createFontLookup } from '@cobble/engine/fonts';
import type { PreviewService } from '@cobble/renderer-konva/editor';
import { CODE_EMBED_SANDBOX, renderPage } from '@cobble/renderer-static';
import { autorun, observable, runInAction } from 'mobx';
import type { RootStore } from '../../stores/RootStore.ts';
import { codesOf, type CodeEmbedUrls, renewCodeEmbedUrls } from '../preview/renewCodeEmbedUrls.ts';

/** How long to wait for missing data before the page is rendered without it, ms. */
const TIMEOUT_MS = 1000;

/**
 * Creates the preview of the editor: the HTML that publishing stores, rendered again when images,
 * posts, fonts or the site's settings arrive from the server.
 *
 * Code embeds run from the embeds host, for the page's owner alone; the frame allows scripts for
 * the frames of that code, and the app's Content-Security-Policy keeps the page itself from running
 * any.
 */
export function createPreview(
  stores: Pick<RootStore, 'api' | 'fonts' | 'images' | 'renderContext'>,
): PreviewService {
  return (page, { safeMode, canEdit }, show) => {
    const { api, fonts, images, renderContext } = stores;
    const isReady = observable.box(false);
    const codeUrls = observable.box<CodeEmbedUrls>(new Map(), { deep: false });
    const begin = () => {
      runInAction(() => {
        isReady.set(true);
      });
    };
    const timer = setTimeout(begin, TIMEOUT_MS);
    void Promise.all([images.load(page), renderContext.load(page)]).then(begin);
    const codes = canEdit && !safeMode ? codesOf(page) : [];
    const stopCodes =
      codes.length === 0
        ? undefined
        : renewCodeEmbedUrls(api, { id: page.ID, codes }, (urls) => {
            runInAction(() => {
              codeUrls.set(urls);
            });
          });
    const stopRendering = autorun(() => {
      if (!isReady.get()) return;
      const urls = codeUrls.get();
      const { families } = fonts;
      const { html } = renderPage(page, {
        ...renderContext.optionsFor(page, safeMode),
        fonts:
          families === null ? bundledFontFiles : createFontLookup((name) => families.has(name)),
        images: images.lookUp,
        ...(urls.size > 0 && { codeEmbedUrl: (_uuid, code) => urls.get(code) || null }),
      });
      show({ html, ...(urls.size > 0 && { sandbox: CODE_EMBED_SANDBOX }) });
    });
    return () => {
      clearTimeout(timer);
      stopCodes?.();
      stopRendering();
    };
  };
}
