import { isSection } from '../model/Block.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { didYouMean } from '../model/didYouMean.ts';
import { deepFreeze, isPlainRecord } from '../model/json.ts';
import {
  type Page,
  pageEnvelopeSchema,
  type PageSettings,
  type PageStyle,
  relativeHeightOf,
} from '../model/Page.ts';
import type { Named } from '../model/Named.ts';
import type { Optional } from '../model/Optional.ts';
import { unknownKey } from '../model/unknownKey.ts';
import { pageProblem } from '../parsing/pageProblem.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { createBlankPage } from './createBlankPage.ts';
import { type BuilderOptions, readBuilderOptions } from './readBuilderOptions.ts';

/** The fields of a new page that differ from the defaults of {@link createPage}. */
export interface NewPage extends Optional<Omit<Page, 'settings' | 'style'>> {
  /** The title, description, language and so on; `referenceWidth` is 600 by default. */
  readonly settings?: Optional<Named<PageSettings>> | undefined;
  readonly style?: Optional<Named<PageStyle>> | undefined;
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
 * @throws CobbleError, with code and path as in `parsePage`, for invalid and unknown fields, in
 *   `settings` and `style` too; `input_invalid` for invalid options (details: `path`)
 */
export function createPage(
  fields: NewPage = {},
  options: Pick<BuilderOptions, 'createId' | 'now'> = {},
): Page {
  const given = readFields([], fields);
  const settings = given.settings === undefined ? {} : readFields(['settings'], given.settings);
  const style = given.style === undefined ? {} : readFields(['style'], given.style);
  const other = Object.keys(given).find((key) => !FIELDS.has(key));
  if (other !== undefined)
    throw pageProblem([other], `is not a field of a page${didYouMean(other, FIELDS)}`);
  const unknown = unknownKey({ settings, style, site: given.site });
  if (unknown) throw pageProblem(unknown.path.split('.'), unknown.message);
  const { createId, now } = readBuilderOptions(options, ['createId', 'now']);
  const blank = createBlankPage({ createId });
  const createdAt = new Date(now()).toISOString();
  const page = parsePage({
    ...blank,
    ...{ ID: 1, accountID: 1, site: { ID: 1, slug: 'site' } },
    ...{ isDisabled: false, revision: 0, createdAt, updatedAt: createdAt },
    ...given,
    settings: { ...blank.settings, ...settings },
    style: { ...blank.style, ...style },
  });
  if (given.things === undefined || given.relativeHeight !== undefined) return page;
  const heights = Object.values(page.things).map((block) =>
    isSection(block) ? block.position.height : 0,
  );
  const total = heights.reduce((sum, height) => sum + height, 0);
  return deepFreeze({ ...page, relativeHeight: relativeHeightOf(total) });
}

/**
 * The fields of an object that are not undefined, each read once.
 *
 * @param path of the object in the page
 */
function readFields(path: readonly string[], given: unknown): Record<string, unknown> {
  try {
    if (!isPlainRecord(given)) throw pageProblem(path, 'must be an object');
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  } catch (error) {
    if (error instanceof CobbleError) throw error;
    throw pageProblem(path, 'cannot be read', { cause: error });
  }
}
