import { calls } from '@cobble/host-server/contract';
import type { ApiClient } from '../../api/ApiClient.ts';
import { createUploader } from './createUploader.ts';
import type { EditorServices } from './EditorServices.ts';

/** The editor's calls over the product's API. Failures reject with `ApiError`, told by nobody else. */
export function createEditorServices(api: ApiClient): EditorServices {
  return {
    getPage: (site, page) => api.call(calls.getPage, { query: { site, page }, isQuiet: true }),
    publishPage: (page, baseRevision) =>
      api.call(calls.publishPage, {
        params: { id: page.ID },
        isQuiet: true,
        body: {
          slug: page.slug,
          isPublic: page.isPublic,
          isListed: page.isListed,
          isPeekable: page.isPeekable,
          relativeHeight: page.relativeHeight,
          settings: page.settings,
          style: page.style,
          things: page.things,
          baseRevision,
        },
      }),
    uploadImage: createUploader(() => api.call(calls.signUpload, { isQuiet: true })),
  };
}
