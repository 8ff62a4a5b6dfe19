import { en } from '../messages/en.ts';
import {
  GEOMETRY,
  isRtlLanguage,
  MAX_GROUP_DEPTH,
  migrateKitBlock,
  type Background,
  type Block,
  type Border,
  type Kit,
  inputError,
} from '@cobble/engine';
import { readColor } from './readStyles.ts';
import { field, number, oneOf, record, string } from './readFields.ts';
import { readBlock } from './readBlock.ts';
import { readBackground, readBorder } from './readStyles.ts';

/** A page whose fields have all been checked. */
export interface SafePage {
  readonly title: string;
  readonly description: string;
  readonly lang: string;
  readonly isRtl: boolean;
  readonly referenceWidthPx: number;
  readonly phoneLayout: 'scaled' | 'automatic';
  readonly background: Background;
  /** Colour next to the content on wider screens. */
  readonly borderColor: string | null;
  readonly border: Border | null;
  readonly hideOverflow: boolean;
  /** From top to bottom. */
  readonly sections: readonly Block[];
  readonly childrenOf: ReadonlyMap<string, readonly Block[]>;
  /** Some block is pinned to an edge of the screen. */
  readonly hasPins: boolean;
  /** Ids of blocks that are in no section or nested too deeply, and are not rendered. */
  readonly unreachable: readonly string[];
}

/** Key for "no parent"; no block has an empty id. */
const ROOT = '';

/**
 * Reads a page from untrusted JSON. Blocks of older versions of kits are migrated.
 *
 * @param untitled the title of a page without one
 * @throws CobbleError `input_invalid` (details: `path`) for anything but an object
 */
export function readPage(
  page: unknown,
  kits: readonly Kit[] = [],
  untitled: string = en.untitled,
): SafePage {
  requireObject(page);
  const settings = field(page, 'settings');
  const style = field(page, 'style');
  const lang = string(field(settings, 'lang'), 40) ?? '';
  const safeLang = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(lang) ? lang : 'en';
  const background = readBackground(field(style, 'background')) ?? {};
  const color = background.color ?? readColor(field(style, 'backgroundColor')) ?? '#FFFFFF';
  return {
    title: titleOf(page, untitled),
    description: (string(field(settings, 'description'), 2000) ?? '').trim(),
    lang: safeLang,
    isRtl: isRtlLanguage(safeLang),
    referenceWidthPx:
      number(
        field(settings, 'referenceWidth'),
        GEOMETRY.minWindowWidthPx,
        GEOMETRY.maxContentWidthPx,
      ) ?? GEOMETRY.defaultReferenceWidthPx,
    phoneLayout: oneOf(field(settings, 'phoneLayout'), ['scaled', 'automatic']) ?? 'scaled',
    background: { ...background, color },
    borderColor: readColor(field(style, 'borderColor')),
    border: readBorder(field(style, 'border')),
    hideOverflow: field(style, 'hideOverflow') === true,
    ...readTree(field(page, 'things'), kits),
  };
}

/** A page that is still JSON text, or a promise, would otherwise be published as an empty page. */
function requireObject(page: unknown): void {
  const isObject = typeof page === 'object' && page !== null && !Array.isArray(page);
  if (!isObject || typeof Reflect.get(page, 'then') === 'function')
    throw inputError('page', 'must be an object, not JSON text or a promise');
}

function titleOf(page: unknown, untitled: string): string {
  const title = string(field(field(page, 'settings'), 'title'), 500)?.trim();
  if (title) return title;
  const site = string(field(field(page, 'site'), 'slug'), 100) ?? '';
  const slug = string(field(page, 'slug'), 100) ?? '';
  return [site, slug].filter(Boolean).join('/') || untitled;
}

function readTree(
  things: unknown,
  kits: readonly Kit[],
): Pick<SafePage, 'sections' | 'childrenOf' | 'hasPins' | 'unreachable'> {
  const blocks: Block[] = [];
  for (const [uuid, value] of Object.entries(record(things))) {
    const block = uuid === '' ? null : readBlock(uuid, value);
    if (block) blocks.push(migrateKitBlock(block, kits).block);
  }
  const byParent = new Map<string, Block[]>();
  for (const block of blocks) {
    const key = block.parentUuid ?? ROOT;
    const siblings = byParent.get(key);
    if (siblings) siblings.push(block);
    else byParent.set(key, [block]);
  }
  const order = (section: Block): number =>
    number(field(section.content, 'groupOrder'), 0, 100_000) ?? 0;
  const sections = (byParent.get(ROOT) ?? [])
    .filter(({ type }) => type === 'group')
    .sort((a, b) => order(a) - order(b) || compare(a.uuid, b.uuid));

  const childrenOf = new Map<string, readonly Block[]>();
  const reached = new Set<string>();
  const visit = (block: Block, depth: number): void => {
    if (reached.has(block.uuid)) return;
    reached.add(block.uuid);
    // In a valid page, these blocks have no children.
    if (block.type !== 'group' || depth >= MAX_GROUP_DEPTH) return;
    const children = (byParent.get(block.uuid) ?? []).sort(
      (a, b) => a.position.zIndex - b.position.zIndex || compare(a.uuid, b.uuid),
    );
    childrenOf.set(block.uuid, children);
    for (const child of children) visit(child, depth + 1);
  };
  for (const section of sections) visit(section, 0);
  const unreachable = blocks.map(({ uuid }) => uuid).filter((uuid) => !reached.has(uuid));
  const hasPins = [...childrenOf.values()].some((children) =>
    children.some(({ position }) => position.pin),
  );
  return { sections, childrenOf, hasPins, unreachable };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
