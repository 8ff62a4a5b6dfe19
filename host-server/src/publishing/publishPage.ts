import type { Knex } from 'knex';
import { lockAccount, type AccountRow } from '../accounts/repositories/accounts.ts';
import { inAccountTurn } from '../accounts/inAccountTurn.ts';
import { requireStorage, storageExcess } from '../accounts/storage.ts';
import { isUniqueViolation } from '../database/databaseErrors.ts';
import { requestPageEmbedThumbnails } from '../embed-thumbnails/findEmbedThumbnails.ts';
import type { JsonText } from '../http/JsonText.ts';
import { type CheckedPage, requireChecked } from '../pages/CheckedPage.ts';
import { presentPageText, roomPageText } from '../pages/pageConversions.ts';
import { requireOwnPage } from '../pages/pagePolicy.ts';
import {
  deleteOldestDrafts,
  findPublished,
  insertRevision,
} from '../pages/repositories/pageRevisions.ts';
import {
  PAGE_ADDRESS_KEYS,
  findPageById,
  lockPage,
  updatePage,
  type PageRow,
} from '../pages/repositories/pages.ts';
import { appendWholePage, findHead } from '../rooms/repositories/rooms.ts';
import type { PageRooms } from '../rooms/forwarding/SharedRooms.ts';
import { ApiError } from '../shared/ApiError.ts';
import { contextKey, type SiteContext } from '../sites/SiteContext.ts';
import { findSiteById } from '../sites/repositories/siteContexts.ts';
import { changePages, type ChangePagesServices } from './changePages.ts';
import {
  findRenderInputs,
  MAX_PUBLISHED_BYTES,
  type Publication,
  renderPublication,
  type RenderInputsText,
  type RenderServices,
} from './render/renderPublication.ts';
import { storePublication } from './repositories/publishedPages.ts';

/** Dependencies for publishing a page. */
export interface PublishServices extends ChangePagesServices, RenderServices {
  readonly addresses: ChangePagesServices['addresses'];
  readonly rooms: Pick<PageRooms, 'replaced' | 'announcePublished'>;
  /** See `Configuration`. */
  readonly hasLiveRooms: boolean;
  /** Starts the background jobs that follow a publication. */
  readonly onPublished: (page: Pick<PageRow, 'id' | 'accountId'>) => void;
}

/** How many times a page is rendered before publishing it is refused. */
const MAX_RENDERINGS = 5;

/** A publication, and what it was rendered from. */
interface RenderedRevision {
  readonly inputs: RenderInputsText;
  readonly publication: Publication;
}

/** Something that a rendering depends on, such as the variants of an image, has changed since. */
class OutdatedRendering extends Error {}

/**
 * Checks a page, stores it as its next draft and publishes it.
 *
 * @param body JSON of the page as the client has it, and of the revision that it was made from; its
 *   memory is transferred.
 * @throws ApiError page_does_not_exist, page_cannot_update_disabled_page, page_changed_elsewhere
 *   (with the newest revision), page_slug_already_used, storage_quota_exceeded, or a refusal of
 *   `PageChecker` or {@link publishChecked}.
 */
export async function publishPage(
  services: PublishServices,
  account: AccountRow,
  id: number,
  body: Buffer<ArrayBuffer> | undefined,
): Promise<JsonText> {
  const { knex, pageWorkers } = services;
  // Checked first, so that nobody occupies a worker with someone else's page, or replaces its copy.
  const row = requireOwnPage(account, await findPageById(knex, id));
  const { baseRevision, page: checked } = await pageWorkers.checkInput(
    account,
    'publishPage',
    id,
    body,
  );
  requireUpToDate(row, baseRevision);
  const page = requireChecked(checked);
  const change = { isWhole: true, baseRevision } as const;
  return withSlugRefusal(publishChecked(services, account, row, page, change));
}

/** Refuses a slug that another page of the site has, when storing it fails. */
export async function withSlugRefusal<Value>(publishing: Promise<Value>): Promise<Value> {
  try {
    return await publishing;
  } catch (error) {
    if (isUniqueViolation(error, ...PAGE_ADDRESS_KEYS))
      throw new ApiError('page_slug_already_used', { path: 'slug', cause: error });
    throw error;
  }
}

/**
 * Where a page that is published comes from: a client that made it from a revision, without the
 * page's room, or the room's draft as of a seq.
 */
export type PublishedChange =
  | { readonly isWhole: true; readonly baseRevision: number }
  | { readonly isWhole: false; readonly seq: number };

/**
 * Stores a checked page as its next draft and publishes it, in one transaction. It is rendered
 * outside the transaction, which holds a connection and the account's lock: a rendering takes
 * seconds, and waits for the account's other renderings. If what it depends on has changed before
 * the page is locked, the page is rendered again.
 *
 * @param row the page before the change.
 * @throws ApiError page_does_not_exist, page_cannot_update_disabled_page, page_changed_elsewhere,
 *   storage_quota_exceeded, err_payload_too_large, err_rate_limited, err_unavailable; a unique
 *   violation of PAGE_ADDRESS_KEYS.
 */
export async function publishChecked(
  services: PublishServices,
  account: AccountRow,
  row: PageRow,
  page: CheckedPage,
  change: PublishedChange,
): Promise<JsonText> {
  const { knex } = services;
  const { id } = row;
  for (let renderings = 1; renderings <= MAX_RENDERINGS; renderings += 1) {
    const rendered = await renderRevision(services, knex, row, page);
    const publish = (): Promise<JsonText> =>
      changePages(services, async (transaction, touch) => {
        const owner = await lockOwner(transaction, account);
        const before = requireOwnPage(owner, await lockPage(transaction, id));
        await requirePublishable(transaction, before, change);
        await touch({ siteId: before.siteId, pageId: id, slugs: [before.slug, page.slug] });
        return publishRevision(services, transaction, { owner, before }, page, change, rendered);
      });
    try {
      const published = await inAccountTurn(knex, account.id, publish);
      services.onPublished(row);
      if (change.isWhole) void services.rooms.replaced(id);
      return published;
    } catch (error) {
      if (!(error instanceof OutdatedRendering)) throw error;
    }
  }
  throw new ApiError('err_unavailable', { retryAfterSeconds: 5 });
}

/**
 * Refuses to change a page that is disabled, or that has changed since `baseRevision`.
 *
 * @throws ApiError page_cannot_update_disabled_page, page_changed_elsewhere (with the newest
 *   revision).
 */
export function requireUpToDate(page: PageRow, baseRevision: number): void {
  if (page.isDisabled) throw new ApiError('page_cannot_update_disabled_page');
  if (page.head !== baseRevision) throw changedElsewhere(page.head);
}

/** @param revision the newest one. */
export function changedElsewhere(revision: number): ApiError {
  return new ApiError('page_changed_elsewhere', { path: 'baseRevision', details: { revision } });
}

/**
 * Refuses a change of a page that is disabled, or that has been published from a newer state.
 *
 * @throws ApiError page_cannot_update_disabled_page, page_changed_elsewhere (with the newest
 *   revision).
 */
async function requirePublishable(
  transaction: Knex,
  page: PageRow,
  change: PublishedChange,
): Promise<void> {
  if (change.isWhole) {
    requireUpToDate(page, change.baseRevision);
    return;
  }
  if (page.isDisabled) throw new ApiError('page_cannot_update_disabled_page');
  const published = await findPublished(transaction, page.id);
  // The same seq again is only published for another address.
  if ((published?.revision ?? 0) > change.seq) throw changedElsewhere(page.head);
}

/** Renders a page that is about to be published, before the transaction that publishes it. */
async function renderRevision(
  services: RenderServices,
  knex: Knex,
  row: PageRow,
  page: CheckedPage,
): Promise<RenderedRevision> {
  const site = await siteOf(knex, row);
  const toRender = { ...page, id: row.id };
  const inputs = await findRenderInputs(knex, toRender, site, services);
  const publication = await renderPublication(services.pageWorkers, toRender, inputs, {
    accountId: site.accountId,
    context: contextKey(services.addresses, site),
    maxBytes: MAX_PUBLISHED_BYTES,
  });
  return { inputs, publication };
}

/**
 * Locks the account whose page is going to change. It is locked before the page everywhere, so that
 * two changes never wait for each other.
 *
 * @throws ApiError err_unauthorized if it was deleted meanwhile.
 */
async function lockOwner(transaction: Knex, signedIn: AccountRow): Promise<AccountRow> {
  const owner = await lockAccount(transaction, signedIn.id);
  if (owner === null) throw new ApiError('err_unauthorized');
  return owner;
}

/**
 * Stores a page as its next draft and publishes that draft, within the transaction that has locked
 * the rows of account and page. If the account's storage is full, the page's oldest drafts that
 * were never published make room.
 *
 * @param locked account and page before the change.
 * @throws OutdatedRendering if something that `rendered` depends on has changed since; ApiError
 *   storage_quota_exceeded; a unique violation of PAGE_ADDRESS_KEYS.
 */
async function publishRevision(
  services: RenderServices & Pick<PublishServices, 'clock'>,
  transaction: Knex,
  locked: { readonly owner: AccountRow; readonly before: PageRow },
  page: CheckedPage,
  change: PublishedChange,
  rendered: RenderedRevision,
): Promise<JsonText> {
  const { owner, before } = locked;
  const { id } = before;
  const now = services.clock();
  const site = await siteOf(transaction, before);
  await requestPageEmbedThumbnails(transaction, before, page.references.embedAddresses, now);
  const toRender = { ...page, id };
  const inputs = await findRenderInputs(transaction, toRender, site, services);
  if (inputs !== rendered.inputs) throw new OutdatedRendering();
  const publication = { ...rendered.publication, context: contextKey(services.addresses, site) };
  const { slug, isPublic, isListed, isPeekable, title, document } = page;
  const revision = change.isWhole ? before.head + 1 : change.seq;
  const flags = { slug, isPublic, isListed, isPeekable, revision };
  const row = { ...before, ...flags, updatedAt: now };
  if (change.isWhole) await addToRoom(transaction, row, document);
  await updatePage(transaction, id, { ...flags, title, now });
  await insertRevision(transaction, id, flags.revision, document, now);
  await storePublication(transaction, id, flags.revision, publication, now);
  const excess = await storageExcess(transaction, owner);
  if (excess > 0) await deleteOldestDrafts(transaction, id, excess);
  await requireStorage(transaction, owner);
  return presentPageText(row, document, flags.revision, true);
}

/**
 * Makes a page that was changed without its room the newest entry of the room's stream, if there is
 * a room.
 *
 * @param row the page after the change.
 * @throws ApiError page_changed_elsewhere if the room has got another entry meanwhile.
 */
async function addToRoom(transaction: Knex, row: PageRow, document: string): Promise<void> {
  const { id, accountId, revision } = row;
  const text = roomPageText(row, document, revision);
  const seq = await appendWholePage(transaction, id, revision - 1, { text, accountId });
  const head = seq === null ? await findHead(transaction, id) : null;
  if (head !== null) throw changedElsewhere(head);
}

async function siteOf(knex: Knex, { siteId }: PageRow): Promise<SiteContext> {
  const site = await findSiteById(knex, siteId);
  if (site === null) throw new Error('A page has no site');
  return site;
}
