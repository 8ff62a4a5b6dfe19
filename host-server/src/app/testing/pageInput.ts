import { randomUUID } from 'node:crypto';
import {
  type Block,
  createBlankPage,
  INDEX_SLUG,
  type Page,
  richTextFromPlain,
} from '@cobble/engine';
import type { PageInput, StoredPage } from '../../contract/index.ts';
import type { TestUser } from './createTestApp.ts';

/** The body of `POST /page` for a page with one empty section. */
export function blankInput(slug: string): PageInput {
  return createBlankPage({ slug, createId: () => randomUUID() });
}

/** The body of `PUT /page/{id}` for a page without changes. */
export function inputOf(page: Page): PageInput & { baseRevision: number } {
  const { slug, isPublic, isListed, isPeekable, relativeHeight, settings, style, things } = page;
  const flags = { slug, isPublic, isListed, isPeekable };
  return { ...flags, relativeHeight, settings, style, things, baseRevision: page.revision };
}

/** A text block in the first section of a page. */
export function textBlock(page: Page | PageInput, content: object = {}): Block {
  const section = Object.values(page.things).find((each) => (each as Block).type === 'group');
  return {
    uuid: randomUUID(),
    type: 'text',
    parentUuid: (section as Block).uuid,
    position: { x: 0.1, y: 0.1, width: 0.5, height: 0.2, rotationDeg: 0, zIndex: 50_000 },
    properties: {},
    styles: {},
    content: { text: richTextFromPlain('Hello'), ...content },
  };
}

/** Opens a user's page as the editor does: without `hasRoom`, as other calls return it. */
export async function openPage(user: TestUser, slug: string = INDEX_SLUG): Promise<Page> {
  const site = user.account.primarySite.slug;
  const response = await user.browser.get(`/api/page?site=${site}&page=${slug}`);
  if (response.status !== 200) throw new Error(`No page: ${response.text}`);
  const { hasRoom: _, ...page } = response.json() as StoredPage;
  return page;
}

/** Publishes a user's page with some fields changed. */
export async function publish(
  user: TestUser,
  change: Partial<PageInput> = {},
  slug: string = INDEX_SLUG,
): Promise<Page> {
  const page = await openPage(user, slug);
  const input = { ...inputOf(page), ...change };
  const response = await user.browser.put(`/api/page/${String(page.ID)}`, input);
  if (response.status !== 200) throw new Error(`Not published: ${response.text}`);
  return response.json() as Page;
}
