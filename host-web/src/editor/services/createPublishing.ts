import type { Page } from '@cobble/engine';
import { calls } from '@cobble/host-server/contract';
import {
  type EditorServices,
  type NoticeAction,
  ServiceError,
} from '@cobble/renderer-konva/editor';
import type { ApiClient } from '../../api/ApiClient.ts';
import { ApiError } from '../../api/ApiError.ts';
import { errorMessage } from '../../messages/apiMessage.ts';
import type { Translate } from '../../messages/Translate.ts';
import { siteAddress } from '../../routing/siteAddress.ts';
import type { AccountStore } from '../../stores/AccountStore.ts';
import { readStoredPage } from '../readStoredPage.ts';

/**
 * Creates the publishing service, which calls the product's API.
 *
 * @param page `isPublished`: whether it has ever been published; `publishedPage`: as in
 *   `PublishingService`, default null; `hasRoom`: whether the server publishes what is in its room, as
 *   of the seq that is given for the revision
 * @param session `noteValid` is called when a page was published, which needs a valid session; `logIn`
 *   lets the user log in again; `findOther` returns the names of the account and of another one that
 *   the user has signed in to since, if there is one
 */
export function createPublishing(
  api: ApiClient,
  t: Translate,
  {
    isPublished,
    publishedPage = null,
    hasRoom,
  }: {
    readonly isPublished: boolean;
    readonly publishedPage?: Page | null;
    readonly hasRoom: boolean;
  },
  session: Pick<AccountStore, 'findOther'> & {
    readonly noteValid: () => void;
    readonly logIn: () => void;
  },
): NonNullable<EditorServices['publishing']> {
  const send = (page: Page, revision: number): Promise<Pick<Page, 'revision' | 'updatedAt'>> => {
    const options = { params: { id: page.ID }, isQuiet: true } as const;
    if (hasRoom) return api.call(calls.publishDraft, { ...options, body: { seq: revision } });
    const body = { ...inputOf(page), baseRevision: revision };
    return api.call(calls.publishPage, { ...options, body });
  };
  return {
    isPublished,
    publishedPage,
    publicUrl: ({ site, slug }) => siteAddress(site.slug, slug).url,
    publish: (page, baseRevision) =>
      send(page, baseRevision)
        .then((published) => {
          session.noteValid();
          return published;
        })
        .catch(async (error: unknown) => {
          const names = isRefusedToAccount(error)
            ? await session.findOther().catch(() => null)
            : null;
          if (names)
            throw new ServiceError(
              'failed',
              page.isPublic
                ? t('publish.otherAccountKept', names)
                : t('publish.otherAccount', names),
              { cause: error, action: { label: t('auth.logIn'), run: session.logIn } },
            );
          const isConflict = error instanceof ApiError && error.code === 'page_changed_elsewhere';
          const code = isConflict ? 'conflict' : 'failed';
          throw new ServiceError(code, publishMessage(t, error, page.isPublic), {
            cause: error,
            ...logInAction(t, error, session.logIn),
          });
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

/** Whether a call failed because of who is signed in, to whom a page may not even exist. */
function isRefusedToAccount(error: unknown): boolean {
  const code = error instanceof ApiError ? error.code : null;
  return code === 'page_does_not_exist' || code === 'err_forbidden';
}

/** The action of the notice for a call that failed because the session has expired. */
export function logInAction(
  t: Translate,
  error: unknown,
  logIn: () => void,
): { readonly action?: NoticeAction } {
  const hasExpired = error instanceof ApiError && error.code === 'err_unauthorized';
  return hasExpired ? { action: { label: t('auth.logIn'), run: logIn } } : {};
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
      return isKept ? t('publish.unreachableKept') : t('publish.unreachable');
    case 'err_forbidden':
    case 'page_cannot_update_disabled_page':
      return t('publish.notPermitted');
    default: {
      const problem = errorMessage(t, error);
      return isKept && error.isTemporary ? t('publish.problemKept', { problem }) : problem;
    }
  }
}
