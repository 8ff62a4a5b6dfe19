import { CobbleError, INDEX_SLUG, type Page } from '@cobble/engine';
import { type PagePatch, replayPatches, type RoomSnapshot } from '@cobble/engine/collaboration';
import { migratePage } from '@cobble/engine/migrations';
import { calls, type PageInput, postAccountsOf } from '../contract/index.ts';
import { embedAddressesOn } from '../embed-thumbnails/findEmbedThumbnails.ts';
import { parseJson, validate } from '../http/validate.ts';
import { imageNamesIn } from '../images/imageNamesIn.ts';
import type { PageReferences } from '../pages/CheckedPage.ts';
import { documentOf, type PageIdentity, parsePageInput } from '../pages/pageConversions.ts';
import { requirePlanFor } from '../pages/pagePolicy.ts';
import type { PageDocument } from '../pages/repositories/pageRevisions.ts';
import { ApiError, isErrorCode } from '../shared/ApiError.ts';
import type { PageCache } from './PageCache.ts';
import type { CheckResult, PageFacts, PageTask } from './tasks.ts';

/** Checks do not depend on the identity, which comes from the database afterwards. */
export const NO_IDENTITY: PageIdentity = {
  ID: 0,
  site: { ID: 0, slug: '' },
  accountID: 0,
  isDisabled: false,
  createdAt: '',
  updatedAt: '',
  revision: 0,
};

/** Parses and checks the body of a call, in the worker. */
export function checkInput(
  { call, body, roles, pageId }: Extract<PageTask, { name: 'check' }>,
  cache: PageCache,
): CheckResult {
  let input: PageInput & { readonly baseRevision?: number };
  try {
    input = validate(
      calls[call].body,
      body && parseJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength)),
    );
  } catch (error) {
    return { refusal: refusalOf(error), isMalformed: true };
  }
  const { slug, baseRevision = 0 } = input;
  // Whatever else was sent, this creates the starter page.
  if (call === 'createPage' && slug.toLowerCase() === INDEX_SLUG) return { slug, baseRevision };
  return {
    slug,
    baseRevision,
    ...check(pageId, cache, () => {
      requirePlanFor({ roles: JSON.parse(roles) as string[] }, input);
      return parsePageInput(input, NO_IDENTITY);
    }),
  };
}

/** Migrates and checks a stored document, in the worker. */
export function checkStored(
  { pageId, roles, fields, document }: Extract<PageTask, { name: 'migrate' }>,
  cache: PageCache,
): CheckResult {
  return check(pageId, cache, () => {
    const stored = JSON.parse(document) as PageDocument;
    // Old versions are migrated and repaired.
    const { page } = migratePage({ ...(JSON.parse(fields) as object), ...stored, ...NO_IDENTITY });
    requirePlanFor({ roles: JSON.parse(roles) as string[] }, page);
    return page;
  });
}

/** Replays, migrates and checks the draft of a room, in the worker. */
export function checkDraft(
  { pageId, roles, slug, snapshot, patches }: Extract<PageTask, { name: 'draft' }>,
  cache: PageCache,
): CheckResult {
  return check(pageId, cache, () => {
    const { page: start } = JSON.parse(snapshot) as RoomSnapshot;
    const draft = replayPatches(start, JSON.parse(patches) as PagePatch[]);
    const { page } = migratePage({ ...draft, ...NO_IDENTITY, slug });
    requirePlanFor({ roles: JSON.parse(roles) as string[] }, page);
    return page;
  });
}

/** What a document refers to. */
export function referencesOf(page: PageDocument, document: string): PageReferences {
  return {
    imageNames: imageNamesIn(document),
    embedAddresses: embedAddressesOn(page),
    postAccounts: postAccountsOf(page),
  };
}

function check(pageId: number | null, cache: PageCache, parse: () => Page): CheckResult {
  let page: Page;
  try {
    page = parse();
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
  const described = describePage(page);
  if (pageId !== null) cache.store(pageId, documentOf(page), described.document);
  return described;
}

/**
 * What the server needs to know about a valid page.
 *
 * @returns JSON of the page's `PageFacts`, and its document
 */
export function describePage(page: Page): { readonly facts: string; readonly document: string } {
  const { slug, isPublic, isListed, isPeekable } = page;
  const stored = documentOf(page);
  const document = JSON.stringify(stored);
  const facts: PageFacts = {
    ...{ slug, isPublic, isListed, isPeekable },
    title: page.settings.title ?? null,
    references: referencesOf(stored, document),
  };
  return { facts: JSON.stringify(facts), document };
}

/**
 * The JSON of a refusal.
 *
 * @throws the error if it is not a refusal.
 */
export function refusalOf(error: unknown): string {
  if (error instanceof ApiError) return JSON.stringify(error.body);
  if (!(error instanceof CobbleError) || !isErrorCode(error.code)) throw error;
  const { path } = error.details;
  return JSON.stringify({
    code: error.code,
    ...(typeof path === 'string' ? { path } : {}),
    message: error.reason,
  });
}
