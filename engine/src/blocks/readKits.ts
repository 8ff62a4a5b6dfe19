import { MAX_CONTENT_VERSION } from '../model/Block.ts';
import { CallGuard } from '../model/CallGuard.ts';
import { misspelling } from '../model/inputError.ts';
import { isRecord } from '../model/json.ts';
import type { Kit } from './Kit.ts';
import { kitProblem } from './kitProblem.ts';

const NONE: readonly Kit[] = Object.freeze([]);
/**
 * The copy of each list, keyed by the list. An unchanged list keeps its copy, so that it is
 * validated once and results that are memoized by the copy are reused.
 */
const copies = new WeakMap<readonly unknown[], readonly Kit[]>();

/**
 * Validates the `kits` argument of a public call. It catches the mistakes that plain JavaScript
 * allows: passing a block instead of its kit, or a kit instead of a list.
 *
 * @param kits null and undefined mean no kits
 * @returns a frozen copy, so that adding to the list later does not add kits that were not validated
 * @throws CobbleError `kit_invalid`: `details.path` is the invalid field, such as `kits.0.block`
 */
export function readKits(kits: unknown): readonly Kit[] {
  if (kits === undefined || kits === null) return NONE;
  if (!Array.isArray(kits)) throw kitProblem('', 'kits', 'must be a list of kits');
  const list: readonly Kit[] = kits;
  const known = copies.get(list);
  if (known === list || (known && isSame(known, list))) return known;
  const copy = Object.freeze([...list]);
  copy.forEach(checkKit);
  copies.set(list, copy);
  copies.set(copy, copy);
  return copy;
}

/** The guard of the editor that each list belongs to. */
const guards = new WeakMap<readonly Kit[], CallGuard>();

/**
 * A copy of a list of kits for one editor. The functions of these kits cannot edit that editor.
 *
 * @param kits from {@link readKits}
 */
export function guardedKits(kits: readonly Kit[], guard: CallGuard): readonly Kit[] {
  if (kits.length === 0 || guards.get(kits) === guard) return kits;
  const own = Object.freeze([...kits]);
  copies.set(own, own);
  guards.set(own, guard);
  return own;
}

/** The guard for the functions of a list of kits; an unused one if the list belongs to no editor. */
export function guardOf(kits: readonly Kit[]): CallGuard {
  return guards.get(kits) ?? new CallGuard();
}

/**
 * Calls a function of a kit for a renderer, which gets the kits of an editor: it may read that editor,
 * but not edit it.
 *
 * @param kits the list that has the kit, such as `editor.kits`
 * @param type the kit's block type
 * @param path of the function, such as `staticView`
 * @throws whatever the function throws
 */
export function callKit<Value>(
  kits: readonly Kit[],
  type: string,
  path: string,
  call: () => Value,
): Value {
  return guardOf(kits).call({ kit: type, path }, call);
}

function isSame(a: readonly Kit[], b: readonly Kit[]): boolean {
  return a.length === b.length && a.every((kit, index) => kit === b[index]);
}

function checkKit(kit: unknown, index: number): void {
  const block = isRecord(kit) ? kit.block : undefined;
  const path = `kits.${String(index)}.block`;
  const type = isRecord(block) && typeof block.type === 'string' ? block.type : '';
  const problem = (at: string, message: string) => kitProblem(type, at, message);
  if (!isRecord(block)) throw problem(path, 'is missing: pass the result of defineKit');
  if (type === '') throw problem(`${path}.type`, 'must be in kebab case');
  const { content, capabilities } = block;
  if (typeof (content as { safeParse?: unknown } | undefined)?.safeParse !== 'function')
    throw problem(`${path}.content`, 'must be a schema: an object with `safeParse`');
  if (!isRecord(capabilities))
    throw problem(`${path}.capabilities`, 'must be created by defineBlock');
  for (const name of ['defaultContent', 'plainText', 'altText'])
    if (typeof block[name] !== 'function') throw problem(`${path}.${name}`, 'must be a function');
  const invalid = versionProblem(block);
  if (invalid) throw problem(`${path}.${invalid.path}`, invalid.message);
  if (isRecord(kit)) checkViews(type, `kits.${String(index)}`, kit);
}

/** The views of a kit that `defineKit` has not checked: a misspelt one would publish empty frames. */
function checkViews(type: string, path: string, kit: Readonly<Record<string, unknown>>): void {
  const misspelt = misspelling(kit, ['block', 'staticView', 'loadCanvasView']);
  if (misspelt)
    throw kitProblem(type, `${path}.${misspelt.name}`, `is not a part of a kit${misspelt.hint}`);
  for (const name of ['staticView', 'loadCanvasView'])
    if (kit[name] !== undefined && typeof kit[name] !== 'function')
      throw kitProblem(type, `${path}.${name}`, 'must be a function');
}

/** What is wrong with the version and the migrations of a definition; null if nothing is. */
export function versionProblem({
  version = 1,
  migrations = [],
}: {
  readonly version?: unknown;
  readonly migrations?: unknown;
}): { readonly path: string; readonly message: string } | null {
  if (
    !Number.isInteger(version) ||
    !(Number(version) >= 1 && Number(version) <= MAX_CONTENT_VERSION)
  )
    return { path: 'version', message: 'must be a whole number from 1' };
  const count = Number(version) - 1;
  // `every` would skip the holes of a list.
  const list: readonly unknown[] = Array.isArray(migrations) ? Array.from<unknown>(migrations) : [];
  const isList = Array.isArray(migrations) && list.length === count;
  if (!isList || !list.every((migration) => typeof migration === 'function'))
    return { path: 'migrations', message: `must be ${migrationsOf(count)}` };
  return null;
}

function migrationsOf(count: number): string {
  if (count === 0) return 'empty: there is no version before 1';
  if (count === 1) return 'a list of one function, from version 1 to 2';
  return `a list of ${String(count)} functions, one from each earlier version to the next`;
}
