import type { Kit } from '../blocks/builtinBlocks.ts';
import { readKits } from '../blocks/readKits.ts';
import { checkBlock } from './checkBlock.ts';
import { checkTree } from './checkTree.ts';
import { CobbleError } from './CobbleError.ts';
import { copyJson, JsonProblem } from './copyJson.ts';
import { isRecord } from './isRecord.ts';
import { type Page, pageEnvelopeSchema } from './Page.ts';
import { pageProblem, type PageProblemCode, problemOfIssues } from './pageProblem.ts';
import { quickPage } from './quickPage.ts';
import { ok, refuse, type Result } from './Result.ts';

/** Options of {@link parsePage}. */
export interface ParsePageOptions {
  /** Blocks of third parties, whose content is checked by their own definitions. */
  readonly kits?: readonly Kit[];
}

/**
 * Makes a page of JSON from outside: a request's body, a file, a backup. The same schemas serve the
 * client and the server. The outcome is a deeply frozen copy that is structurally the input:
 * nothing is added, repaired or dropped, and blocks of unknown types survive.
 *
 * @throws CobbleError with a {@link PageProblemCode}; `details.path` is the offending field, such as
 *   `things.<uuid>.content.url` ('' is the page itself), and the message says what is wrong with it.
 *   Never throws anything else, whatever the input; `kit_invalid` where `kits` are none
 */
export function parsePage(json: unknown, options: ParsePageOptions = {}): Page {
  try {
    const kits = readKits(options.kits);
    const quick = quickPage(json, kits);
    const value = quick ?? copyJson(json);
    const problem = quick ? checkTree(quick.things, kits) : findProblem(value, kits);
    if (problem) throw problem;
    return value as Page;
  } catch (error) {
    if (error instanceof CobbleError) throw error;
    if (error instanceof JsonProblem)
      throw pageProblem(error.path, error.message, { cause: error });
    // A getter or a proxy that throws, a stack that ends: the input's doing, not ours.
    throw pageProblem([], 'cannot be read', { cause: error });
  }
}

/** {@link parsePage} that returns the refusal; `details` holds `path` and `message`. */
export function safeParsePage(
  json: unknown,
  options: ParsePageOptions = {},
): Result<Page, PageProblemCode> {
  readKits(options.kits);
  try {
    return ok(parsePage(json, options));
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    return refuse(error.code as PageProblemCode, { ...error.details, message: error.message });
  }
}

function findProblem(value: unknown, kits: readonly Kit[]): CobbleError | null {
  if (!isRecord(value)) return pageProblem([], 'must be a page');
  const envelope = pageEnvelopeSchema.safeParse(value);
  if (!envelope.success) return problemOfIssues(envelope.error, []);
  const things = value.things;
  if (!isRecord(things)) return pageProblem(['things'], 'must be an object of blocks by uuid');
  for (const [key, block] of Object.entries(things)) {
    const problem = checkBlock(block, kits, ['things', key]);
    if (problem) return problem;
  }
  return checkTree(things as Page['things'], kits);
}
