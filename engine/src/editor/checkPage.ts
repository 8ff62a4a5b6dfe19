import type { Kit } from '../blocks/Kit.ts';
import type { Change } from '../model/Change.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { checkBlockOutline, checkOutline } from '../parsing/checkOutline.ts';
import { checkTree } from '../parsing/checkTree.ts';
import { checkMisspelt, inputError } from '../model/inputError.ts';
import { copyJson, ENVELOPE_DEPTH, isRecord, JsonProblem } from '../model/json.ts';
import { isEditableField, type Page, pageEnvelopeSchema, type PageFields } from '../model/Page.ts';
import { notAPage, pageProblem, problemOfIssues } from '../parsing/pageProblem.ts';
import { type KitWarning, readKitBlocks } from '../parsing/readKitBlocks.ts';

/**
 * Reads a page passed to an editor: it must have valid fields, and blocks with a valid outline and
 * tree. Blocks of older versions of kits are migrated. A page from `createBlankPage` or
 * `createStarterPage` lacks fields, which `createPage` adds.
 *
 * @param argument the name of the argument, for the error if the page is missing
 * @param warn called for each block that its kit cannot read
 * @returns a frozen copy, which shares with the page only what is deeply frozen
 * @throws CobbleError with the code and path of `parsePage`; `input_invalid` if the page is missing
 */
export function readPage(
  argument: string,
  page: Page,
  kits: readonly Kit[],
  warn: (warning: KitWarning) => void = () => undefined,
): Page {
  return guard(() => {
    if ((page as unknown) === undefined) throw inputError(argument, 'is missing: pass a page');
    if (!isRecord(page)) throw notAPage(page);
    const own = copyJson(page, { sharesFrozen: true }) as Page;
    const problem = checkOutline(own) ?? checkFields(own) ?? checkTree(own.things, kits);
    if (problem) throw problem;
    return readKitBlocks(own, kits, warn);
  });
}

function checkFields(page: Page): CobbleError | null {
  const checked = pageEnvelopeSchema.safeParse(page);
  if (checked.success) return null;
  const isUnstored: boolean = (page as Partial<Page>).ID === undefined;
  const hint = isUnstored ? '; call createPage for a page that was not stored' : '';
  return problemOfIssues(checked.error, [], hint);
}

/**
 * Reads another user's change from a host.
 *
 * @param argument the name of the argument, for the error if it is no object
 * @returns a frozen copy, which shares with the change only what is deeply frozen
 * @throws CobbleError like {@link checkChange}
 */
export function readChange(argument: string, change: Change): Change {
  return guard(() => {
    if (!isRecord(change)) throw inputError(argument, 'must be a change');
    const own = copyJson(change, { depth: ENVELOPE_DEPTH, sharesFrozen: true }) as Change;
    checkChange(own);
    return own;
  });
}

/**
 * Checks another user's change: the outline of each block that it adds or replaces, and each page
 * field on its own. The tree is the room's responsibility.
 *
 * @throws CobbleError with the code and path of `parsePage`; `input_invalid` if it is no object
 */
export function checkChange(change: Change): void {
  guard(() => {
    const input: unknown = change;
    if (!isRecord(input)) throw inputError('change', 'must be a change');
    for (const part of ['added', 'updated', 'removed'] as const)
      if (!isRecord(input[part])) throw pageProblem([part], 'must be an object of blocks by uuid');
    for (const uuid in change.added) checkPut(uuid, change.added[uuid]);
    for (const uuid in change.updated) {
      const pair: unknown = change.updated[uuid];
      checkPut(uuid, Array.isArray(pair) ? (pair[1] as unknown) : undefined);
    }
    if (input.page === undefined) return;
    const { from, to } = isRecord(input.page) ? input.page : {};
    if (!isRecord(from) || !isRecord(to)) throw pageProblem(['page'], 'must have from and to');
    readFields(to);
  });
}

/**
 * Checks page fields from a server, possibly a whole page. Ignores blocks and the fields that belong
 * to the user, whose edits may be newer: those of `updatePage` and the height. A newer server may
 * have set fields that this version does not know.
 *
 * @param current the page's fields
 * @throws CobbleError with the code and path of `parsePage` for an invalid field, `input_invalid`
 *   (details: `path`) for a misspelt one, and unless given an object
 */
export function readStoredFields(
  stored: Partial<PageFields>,
  current: PageFields,
): Partial<PageFields> {
  if (!isRecord(stored)) throw inputError('stored', 'must be page fields');
  const read = readFields(stored);
  const entries = Object.entries(read);
  const own = entries.filter(([key]) => !SERVER_FIELDS.has(key));
  checkMisspelt('stored', Object.fromEntries(own), [
    ...new Set([...FIELDS, ...Object.keys(current)]),
  ]);
  return Object.fromEntries(
    entries.filter(([key]) => !isEditableField(key) && key !== 'relativeHeight'),
  );
}

function readFields(stored: Partial<PageFields>): Partial<PageFields> {
  return guard(() => {
    if (!isRecord(stored)) throw pageProblem([], 'must be page fields');
    const { things: _, ...fields }: Partial<Page> = stored;
    const copy = copyJson(fields);
    const parsed = fieldsSchema.safeParse(copy);
    if (!parsed.success) throw problemOfIssues(parsed.error, []);
    return copy as Partial<PageFields>;
  });
}

const fieldsSchema = pageEnvelopeSchema.partial();
/** Fields that servers commonly send. They resemble fields of a page, but are not misspelt. */
const SERVER_FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'siteId', 'siteID'],
  ...['createdBy', 'updatedBy', 'publishedBy', 'publishedAt'],
]);
const FIELDS = Object.keys(pageEnvelopeSchema.shape);

function checkPut(uuid: string, block: unknown): void {
  const problem = checkBlockOutline(block, uuid);
  if (problem) throw problem;
  if (!isRecord(block) || block.uuid !== uuid)
    throw pageProblem(['things', uuid, 'uuid'], 'must equal its key');
}

/** Turns errors of throwing getters and proxies into a CobbleError. */
function guard<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof CobbleError) throw error;
    if (error instanceof JsonProblem) throw pageProblem(error.path, error.message);
    throw pageProblem([], 'cannot be read', { cause: error });
  }
}
