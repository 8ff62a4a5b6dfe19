import { randomUUID } from 'node:crypto';
import { createPage, PALETTE, type Page } from '@cobble/engine';
import type { Knex } from 'knex';
import { insertAccount } from '../accounts/repositories/accounts.ts';
import { SANDBOX } from '../contract/index.ts';
import { isUniqueViolation } from '../database/databaseErrors.ts';
import type { JsonText } from '../http/JsonText.ts';
import { documentOf, presentPageText } from '../pages/pageConversions.ts';
import { findRevisionText, insertRevision } from '../pages/repositories/pageRevisions.ts';
import { findPageById, insertPage } from '../pages/repositories/pages.ts';
import { ApiError } from '../shared/ApiError.ts';
import type { Clock } from '../shared/clock.ts';
import { findSandboxId, markSandbox } from './repositories/sandbox.ts';

/**
 * Who owns the sandbox. Nobody is this account: the name is reserved, and no link can be sent to
 * something that is not an email address.
 */
const OWNER = { username: 'sandbox', siteSlug: 'sandbox', email: 'sandbox', questionnaire: {} };

/**
 * The page of the sandbox as it was first, as JSON. It is created when it is first opened.
 *
 * @throws ApiError err_not_found while the page is disabled.
 */
export async function openSandbox({
  knex,
  clock,
}: {
  readonly knex: Knex;
  readonly clock: Clock;
}): Promise<JsonText> {
  const id = (await findSandboxId(knex)) ?? (await createSandbox(knex, clock()));
  const page = await findPageById(knex, id);
  const document = page && (await findRevisionText(knex, id, page.revision));
  if (page?.isDisabled === true) throw new ApiError('err_not_found');
  if (!page || document === null) throw new Error('The sandbox has no page');
  return presentPageText(page, document, page.revision, false);
}

async function createSandbox(knex: Knex, now: Date): Promise<number> {
  try {
    return await knex.transaction(async (transaction) => {
      const account = await insertAccount(transaction, { ...OWNER, uuid: randomUUID(), now });
      const owner = { accountId: account.id, siteId: account.site.id };
      const page = sandboxPage();
      const fields = { ...page, title: page.settings.title ?? null, revision: 1, now };
      const id = await insertPage(transaction, owner, fields);
      await insertRevision(transaction, id, 1, JSON.stringify(documentOf(page)), now);
      await markSandbox(transaction, id);
      return id;
    });
  } catch (error) {
    // Two people have opened it first, at the same time.
    const id = isUniqueViolation(error, 'accounts_username_key') ? await findSandboxId(knex) : null;
    if (id === null) throw error;
    return id;
  }
}

/** A section with a red block in it. Nothing on it is published, and only its room changes it. */
function sandboxPage(): Page {
  const { block, section, height, backgrounds } = SANDBOX;
  const red = PALETTE.find(({ name }) => name === 'Red')?.strong ?? '#C0322B';
  const common = { properties: {}, styles: {} };
  const zIndex = 50_000;
  return createPage({
    isPublic: false,
    settings: { title: 'Sandbox', referenceWidth: 720, phoneLayout: 'scaled' },
    style: { backgroundColor: backgrounds[1] ?? '#FFFFFF', margin: 0 },
    things: {
      [section]: {
        ...{ ...common, uuid: section, type: 'group' },
        position: { x: 0, y: 0, width: 1, height, rotationDeg: 0, zIndex },
        content: { groupDisplay: 'freeform', groupOrder: 0 },
      },
      [block]: {
        ...{ ...common, uuid: block, type: 'shape', parentUuid: section },
        altText: 'Red block',
        position: { x: 0.4, y: 0.3, width: 0.2, height: 0.2, rotationDeg: 0, zIndex },
        content: { shapeType: 'rectangle', shapeColor: red },
      },
    },
  });
}
