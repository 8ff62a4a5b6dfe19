import { randomUUID } from 'node:crypto';
import {
  type Block,
  createBlankPage,
  INDEX_SLUG,
  type Page,
  richTextFromPlain,
} from '@cobble/engine';
import type { PageInput } from '../../contract/index.ts';
import type { Person } from './createTestApp.ts';

/** A page as `POST /page` takes it: one empty section. */
export function blankInput(slug: string): PageInput {
  return createBlankPage({ slug, createId: () => randomUUID() });
}

/** A page as `PUT /page/{id}` takes it: what the client would send back unchanged. */
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

/** Someone's own page, as their editor opens it. */
export async function openPage(person: Person, slug: string = INDEX_SLUG): Promise<Page> {
  const site = person.account.primarySite.slug;
  const answer = await person.browser.get(`/api/page?site=${site}&page=${slug}`);
  if (answer.status !== 200) throw new Error(`No page: ${answer.text}`);
  return answer.json() as Page;
}

/** Publishes someone's page as it is, with some fields changed. */
export async function publish(
  person: Person,
  change: Partial<PageInput> = {},
  slug: string = INDEX_SLUG,
): Promise<Page> {
  const page = await openPage(person, slug);
  const input = { ...inputOf(page), ...change };
  const answer = await person.browser.put(`/api/page/${String(page.ID)}`, input);
  if (answer.status !== 200) throw new Error(`Not published: ${answer.text}`);
  return answer.json() as Page;
}
