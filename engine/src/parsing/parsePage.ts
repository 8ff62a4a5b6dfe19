import type { AnyBlock } from '../blocks/AnyBlock.ts';
import type { Kit } from '../blocks/Kit.ts';
import { readKits } from '../blocks/readKits.ts';
import { checkBlock, checkBlockWithZod } from './checkBlock.ts';
import { checkTree } from './checkTree.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { checkFunction, readOptions } from '../model/inputError.ts';
import { copyJson, isRecord, JsonProblem, markFrozen } from '../model/json.ts';
import { type Page, pageEnvelopeSchema } from '../model/Page.ts';
import { reportRejection } from '../model/promises.ts';
import {
  migrationHint,
  notAPage,
  pageProblem,
  type PageProblemCode,
  problemOfIssues,
} from './pageProblem.ts';
import { parsePageFast, parsePageFastInSteps } from './fastPath.ts';
import { type KitWarning, readKitBlocks } from './readKitBlocks.ts';
import { ok, refuse, type Result } from '../model/Result.ts';

/** Options of {@link parsePage}. */
export interface ParsePageOptions<Kits extends readonly Kit[] = readonly Kit[]> {
  /**
   * Third-party blocks. Content of an older version is migrated. A block that its kit cannot read is
   * kept as it is.
   */
  readonly kits?: Kits | undefined;
  /** Called for each block that its kit cannot read. */
  readonly onWarning?: ((warning: KitWarning) => void) | undefined;
}

/**
 * Parses a page from untrusted JSON, such as a request body, a file or a backup. Client and server
 * use the same schemas. Returns a deeply frozen copy with the same structure as the input: nothing
 * is added, repaired or dropped, and blocks of unknown types are kept. Only blocks of older versions
 * of `kits` are migrated.
 *
 * @throws CobbleError with a {@link PageProblemCode}. `details.path` is the invalid field, such as
 *   `things.<uuid>.content.url` ('' for the page itself), and the message says what is wrong with
 *   it. `kit_invalid` if `kits` is not a list of kits, `input_invalid` if `options` or `onWarning` has
 *   the wrong type. Never throws anything else, except what `onWarning` throws; what an async
 *   one rejects with is ignored.
 */
export function parsePage<const Kits extends readonly Kit[] = readonly []>(
  json: unknown,
  options: ParsePageOptions<Kits> = {},
): Page<AnyBlock<Kits[number]>> {
  const parsed = parseWith(options, (kits) => {
    const page = tryFast(json);
    if (!page) return readPage(json, kits, checkBlock);
    const problem = checkTree(page.things, kits);
    if (problem) throw problem;
    return page;
  });
  // The narrower type only adds the types of the content, which the definitions check.
  return parsed as Page<AnyBlock<Kits[number]>>;
}

/**
 * The page that the fast path reads, or null to fall back. A getter that throws also falls back, so
 * that the slow path reports where it is.
 */
function tryFast(json: unknown): Page | null {
  try {
    return parsePageFast(json);
  } catch {
    return null;
  }
}

/**
 * {@link parsePage} without kits, with a pause after each block. Only for a page that was valid when it
 * was stored. Null if the page is invalid, or only the slow path can tell.
 */
export function* parsePageInSteps(json: unknown): Generator<undefined, Page | null, undefined> {
  let page: Page | null = null;
  try {
    page = yield* parsePageFastInSteps(json);
  } catch {
    // A getter has thrown.
  }
  if (!page) return null;
  yield;
  return checkTree(page.things) ? null : page;
}

/** {@link parsePage} without its fast path, for tests and the benchmark that compare the two. */
export function parsePageWithZod(json: unknown, options: ParsePageOptions = {}): Page {
  return parseWith(options, (kits) => readPage(json, kits, checkBlockWithZod));
}

/**
 * {@link parsePage} that returns a refusal for an invalid page; `details` has `path` and `message`.
 *
 * @throws CobbleError `kit_invalid` if `kits` is not a list of kits, `input_invalid` if `options` or
 *   `onWarning` has the wrong type
 */
export function safeParsePage<const Kits extends readonly Kit[] = readonly []>(
  json: unknown,
  options: ParsePageOptions<Kits> = {},
): Result<Page<AnyBlock<Kits[number]>>, PageProblemCode> {
  checkOptions(options);
  try {
    return ok(parsePage(json, options));
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    return refuse(error.code as PageProblemCode, { ...error.details, message: error.reason });
  }
}

function parseWith(options: ParsePageOptions, read: (kits: readonly Kit[]) => Page): Page {
  const kits = checkOptions(options);
  const page = readSafely(() => read(kits));
  return readKitBlocks(page, kits, (warning) => {
    reportRejection(options.onWarning?.(warning), () => undefined);
  });
}

function checkOptions(options: ParsePageOptions): readonly Kit[] {
  readOptions('options', options, ['kits', 'onWarning']);
  if (options.onWarning !== undefined) checkFunction('options.onWarning', options.onWarning);
  return readKits(options.kits);
}

function readSafely(read: () => Page): Page {
  try {
    return read();
  } catch (error) {
    if (error instanceof CobbleError) throw error;
    if (error instanceof JsonProblem)
      throw pageProblem(error.path, error.message, { cause: error });
    // The input's fault: a getter or proxy that throws, or a stack overflow.
    throw pageProblem([], 'cannot be read', { cause: error });
  }
}

function readPage(json: unknown, kits: readonly Kit[], check: typeof checkBlock): Page {
  const page = copyJson(json);
  if (!isRecord(page)) throw notAPage(page);
  const envelope = pageEnvelopeSchema.safeParse(page);
  if (!envelope.success) throw problemOfIssues(envelope.error, [], migrationHint(page.settings));
  const { things } = page;
  if (!isRecord(things)) throw pageProblem(['things'], 'must be an object of blocks by uuid');
  for (const [key, block] of Object.entries(things)) {
    const problem = check(block, ['things', key]);
    if (problem) throw problem;
  }
  const problem = checkTree(things as Page['things'], kits);
  if (problem) throw problem;
  markFrozen(things);
  return page as unknown as Page;
}
