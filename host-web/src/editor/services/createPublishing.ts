import type { Page } from '@cobble/engine';
import { calls } from '@cobble/host-server/contract';
import { type EditorServices, ServiceError } from '@cobble/renderer-konva/editor';
import type { ApiClient } from '../../api/ApiClient.ts';
import { ApiError } from '../../api/ApiError.ts';
import { errorMessage } from '../../messages/apiMessage.ts';
import type { Translate } from '../../messages/Translate.ts';
import { siteAddress } from '../../routing/siteAddress.ts';
import { readStoredPage } from '../readStoredPage.ts';

/**
 * Creates the publishing service, which calls the product's API.
 *
 * @param isPublished whether the page has ever been published
 * @param noteSession receives whether a response shows that the session has expired
 */
export function createPublishing(
  api: ApiClient,
  t: Translate,
  isPublished: boolean,
  noteSession: (hasExpired: boolean) => void,
): NonNullable<EditorServices['publishing']> {
  return {
    isPublished,
    publicUrl: ({ site, slug }) => siteAddress(site.slug, slug).url,
    publish: (page, baseRevision) =>
      api
        .call(calls.publishPage, {
          params: { id: page.ID },
          isQuiet: true,
          body: { ...inputOf(page), baseRevision },
        })
        .then((published) => {
          noteSession(false);
          return published;
        })
        .catch((error: unknown) => {
          const isConflict = error instanceof ApiError && error.code === 'page_changed_elsewhere';
          if (error instanceof ApiError && error.code === 'err_unauthorized') noteSession(true);
          const code = isConflict ? 'conflict' : 'failed';
          throw new ServiceError(code, publishMessage(t, error, page.isPublic), { cause: error });
        }),
    loadLatest: async ({ site, slug }) => {
      const failed = (message: string, cause?: unknown) =>
        new ServiceError('failed', message, { cause });
      const stored = await api
        .call(calls.getPage, { query: { site: site.slug, page: slug }, isQuiet: true })
        .catch((error: unknown) => {
          throw failed(errorMessage(t, error), error);
        });
      const read = readStoredPage(stored, siteAddress(site.slug, slug).url);
      if (!read.ok) throw failed(t('app.somethingWentWrong'));
      return { page: read.value.page, hasPublishableChanges: read.value.isMigrated };
    },
  };
}

function inputOf(page: Page) {
  const { slug, isPublic, isListed, isPeekable, relativeHeight, settings, style, things } = page;
  return { slug, isPublic, isListed, isPeekable, relativeHeight, settings, style, things };
}

/**
 * The message for a failed publish, which differs from the general one for some codes.
 *
 * @param isKept whether the browser keeps a copy of the changes: not for a private page [PB8]
 */
function publishMessage(t: Translate, error: unknown, isKept: boolean): string {
  if (!(error instanceof ApiError)) return t('publish.failed');
  switch (error.code) {
    case 'err_unauthorized':
      return t('publish.signInRequired');
    case 'network_unreachable':
      return isKept ? t('publish.unreachableKept') : errorMessage(t, error);
    case 'err_forbidden':
    case 'page_cannot_update_disabled_page':
      return t('publish.notPermitted');
    default:
      return errorMessage(t, error);
  }
}
