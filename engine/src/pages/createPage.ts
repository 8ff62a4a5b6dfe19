import { isSection } from '../model/Block.ts';
import { deepFreeze, isRecord } from '../model/json.ts';
import { type Page, pageEnvelopeSchema, type PageSettings, type PageStyle } from '../model/Page.ts';
import type { Named } from '../model/Named.ts';
import { pageProblem } from '../parsing/pageProblem.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { createBlankPage } from './createBlankPage.ts';
import { type BuilderOptions, readBuilderOptions } from './readBuilderOptions.ts';

/** The fields of a new page that differ from the defaults of {@link createPage}. */
export interface NewPage extends Partial<Omit<Page, 'settings' | 'style'>> {
  /** The title, description, language and so on; `referenceWidth` is 600 by default. */
  readonly settings?: Partial<Named<PageSettings>>;
  readonly style?: Partial<Named<PageStyle>>;
}

const FIELDS: ReadonlySet<string> = new Set([...Object.keys(pageEnvelopeSchema.shape), 'things']);

/**
 * Creates a valid page for `createEditor`: a blank one, unless `fields` has blocks (`things`).
 * `createPage(createStarterPage({ username }))` completes a starter page.
 *
 * By default the slug is `main`, the site's slug `site`, and the page's, account's and site's ids
 * are 1. Give each page of your host its own `ID`: unpublished changes are stored under it.
 *
 * @param fields replace the defaults; `settings` and `style` are merged with those of a blank page
 * @throws CobbleError, with code and path as in `parsePage`, for invalid fields
 */
export function createPage(
  fields: NewPage = {},
  options: Pick<BuilderOptions, 'createId' | 'now'> = {},
): Page {
  if (!isRecord(fields)) throw pageProblem([], 'must be an object of page fields');
  const given = withoutUndefined(fields);
  for (const key of Object.keys(given))
    if (!FIELDS.has(key)) throw pageProblem([key], 'is not a field of a page');
  const { createId, now } = readBuilderOptions(options);
  const blank = createBlankPage({ createId });
  const createdAt = new Date(now()).toISOString();
  const page = parsePage({
    ...blank,
    ...{ ID: 1, accountID: 1, site: { ID: 1, slug: 'site' } },
    ...{ isDisabled: false, revision: 0, createdAt, updatedAt: createdAt },
    ...given,
    settings: merge(blank.settings, given.settings),
    style: merge(blank.style, given.style),
  });
  if (given.things === undefined || given.relativeHeight !== undefined) return page;
  const heights = Object.values(page.things).map((block) =>
    isSection(block) ? block.position.height : 0,
  );
  return deepFreeze({ ...page, relativeHeight: heights.reduce((sum, height) => sum + height, 0) });
}

/** Leaves a value that is not an object as it is, for `parsePage` to reject. */
function merge(defaults: object, given: unknown): unknown {
  if (given === undefined) return defaults;
  return isRecord(given) ? { ...defaults, ...withoutUndefined(given) } : given;
}

function withoutUndefined(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
