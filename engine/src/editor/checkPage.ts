import type { Kit } from '../blocks/Kit.ts';
import type { Change } from '../model/Change.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { checkBlockOutline, checkOutline } from '../parsing/checkOutline.ts';
import { checkTree } from '../parsing/checkTree.ts';
import { copyJson, isRecord, JsonProblem } from '../model/json.ts';
import { type Page, pageEnvelopeSchema, type PageFields } from '../model/Page.ts';
import { pageProblem, problemOfIssues } from '../parsing/pageProblem.ts';

/**
 * Sees to it that a whole page that is handed to an editor has a page's outline, and that its blocks
 * hold each other as they must.
 *
 * @throws CobbleError with the code and path that `parsePage` has for it
 */
export function checkPage(page: Page, kits: readonly Kit[]): void {
  guard(() => {
    const problem = checkOutline(page) ?? checkTree(page.things, kits);
    if (problem) throw problem;
  });
}

/**
 * The same of a change that someone else has made: the outline of each block that it puts on the
 * page, and each field of the page by itself. How blocks hold each other is the room's to check.
 */
export function checkChange(change: Change): void {
  guard(() => {
    const given: unknown = change;
    if (!isRecord(given)) throw pageProblem([], 'must be a change');
    for (const part of ['added', 'updated', 'removed'] as const)
      if (!isRecord(given[part])) throw pageProblem([part], 'must be an object of blocks by uuid');
    for (const uuid in change.added) checkPut(uuid, change.added[uuid]);
    for (const uuid in change.updated) {
      const pair: unknown = change.updated[uuid];
      checkPut(uuid, Array.isArray(pair) ? (pair[1] as unknown) : undefined);
    }
    if (given.page === undefined) return;
    const { from, to } = isRecord(given.page) ? given.page : {};
    if (!isRecord(from) || !isRecord(to)) throw pageProblem(['page'], 'must have from and to');
    readFields(to);
  });
}

/**
 * Fields of a page as a server tells them, those of a whole page included; its blocks are passed
 * over.
 *
 * @throws CobbleError with the code and path that `parsePage` has for a field that no page has
 */
export function readFields(stored: Partial<PageFields>): Partial<PageFields> {
  return guard(() => {
    if (!isRecord(stored)) throw pageProblem([], 'must be fields of a page');
    const { things: _, ...fields }: Partial<Page> = stored;
    const copy = copyJson(fields);
    const parsed = fieldsSchema.safeParse(copy);
    if (!parsed.success) throw problemOfIssues(parsed.error, []);
    return copy as Partial<PageFields>;
  });
}

const fieldsSchema = pageEnvelopeSchema.partial();

function checkPut(uuid: string, block: unknown): void {
  const problem = checkBlockOutline(block, uuid);
  if (problem) throw problem;
  if (!isRecord(block) || block.uuid !== uuid)
    throw pageProblem(['things', uuid, 'uuid'], 'must equal the key that it stands under');
}

/** A getter or a proxy that throws is the value's doing, not the engine's. */
function guard<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof CobbleError) throw error;
    if (error instanceof JsonProblem) throw pageProblem(error.path, error.message);
    throw pageProblem([], 'cannot be read', { cause: error });
  }
}
