import type { BlockNeed } from '../blocks/BlockDefinition.ts';
import { findDefinition } from '../blocks/builtinBlocks.ts';
import type { Kit } from '../blocks/Kit.ts';
import { isPremiumFont } from '../fonts/fonts.ts';
import { fontsIn } from '../fonts/fontsIn.ts';
import { jsonSize, type JsonSize } from '../model/jsonSize.ts';
import { type PageSizes, pageSizesOf } from './pageSizes.ts';
import { allowsFeature, type PlanAccount, planOf } from './plans.ts';

/**
 * Something on a page that its owner's plan does not include. The codes are those of the server.
 */
export type PlanProblem =
  | { readonly code: 'insufficient_privileges_to_make_page_private' }
  | {
      readonly code: 'things_per_page_limit_exceeded';
      readonly max: number;
      readonly count: number;
      /** The n of "{n} too many blocks on this page to publish". */
      readonly over: number;
    }
  | {
      readonly code: 'page_size_limit_exceeded';
      /** The largest block that is too large; null if only the whole page is. */
      readonly uuid: string | null;
      readonly unit: keyof JsonSize;
      readonly max: number;
      readonly count: number;
    }
  | {
      readonly code: (typeof CODE_BY_NEED)[BlockNeed];
      readonly uuids: readonly string[];
    }
  | {
      readonly code: 'insufficient_privileges_to_use_premium_font';
      readonly uuids: readonly string[];
      readonly fonts: readonly string[];
    };

/** The error code for each feature that a block type can need. */
const CODE_BY_NEED = {
  codeEmbeds: 'insufficient_privileges_to_use_code_embed',
} as const satisfies Record<BlockNeed, string>;

/** The part of a page that plans limit; its blocks may be unvalidated. */
export interface PlannedPage {
  readonly isPublic: boolean;
  readonly things: Readonly<Record<string, unknown>>;
  /** Fields without limits of their own, which count towards the page's size. */
  readonly settings?: unknown;
  readonly style?: unknown;
}

/** What the caller knows about a page but the page's JSON cannot claim. */
export interface PageKind {
  /**
   * Whether the page was built with the product and is not stored, like the demo page. Such pages
   * have no block cap [A9] and no size limit [A13].
   */
  readonly isBuiltin?: boolean;
}

/** The maximum number of blocks on an account's page, sections included; null is unlimited. */
export function maxBlocksOf(account: PlanAccount, { isBuiltin }: PageKind = {}): number | null {
  return isBuiltin === true ? null : planOf(account?.roles ?? []).maxBlocks;
}

/**
 * Lists everything on a page that its owner's plan does not include and that therefore prevents
 * publishing: private access, too many blocks, too much content, code embeds, premium fonts. Empty
 * if the plan includes everything.
 *
 * @param options.kits kits whose blocks may need a feature of the plan
 */
export function checkPlan(
  page: PlannedPage,
  account: PlanAccount,
  options: PageKind & { readonly kits?: readonly Kit[] } = {},
): readonly PlanProblem[] {
  const problems: PlanProblem[] = [];
  if (!page.isPublic && !allowsFeature(account, 'privatePages'))
    problems.push({ code: 'insufficient_privileges_to_make_page_private' });
  const max = maxBlocksOf(account, options);
  const count = Object.keys(page.things).length;
  if (max !== null && count > max)
    problems.push({ code: 'things_per_page_limit_exceeded', max, count, over: count - max });
  const tooLarge = options.isBuiltin === true ? null : findTooLarge(page, pageSizesOf(account));
  if (tooLarge) problems.push(tooLarge);
  for (const need of Object.keys(CODE_BY_NEED) as BlockNeed[]) {
    if (allowsFeature(account, need)) continue;
    const uuids = Object.keys(page.things).filter((uuid) => {
      const type = field(page.things[uuid], 'type');
      return typeof type === 'string' && findDefinition(type, options.kits)?.needs === need;
    });
    if (uuids.length > 0) problems.push({ code: CODE_BY_NEED[need], uuids });
  }
  if (!allowsFeature(account, 'premiumFonts')) {
    const fonts = new Set<string>();
    const uuids: string[] = [];
    for (const [uuid, thing] of Object.entries(page.things)) {
      const premium = [...fontsIn(field(thing, 'content'))].filter(isPremiumFont);
      for (const font of premium) fonts.add(font);
      if (premium.length > 0) uuids.push(uuid);
    }
    if (uuids.length > 0)
      problems.push({
        code: 'insufficient_privileges_to_use_premium_font',
        uuids,
        fonts: [...fonts].sort(),
      });
  }
  return problems;
}

function findTooLarge(
  { things, settings, style }: PlannedPage,
  max: PageSizes,
): Extract<PlanProblem, { code: 'page_size_limit_exceeded' }> | null {
  const sizes = Object.entries(things).map(([uuid, thing]) => ({ uuid, size: jsonSize(thing) }));
  const rest = jsonSize([settings ?? null, style ?? null]);
  for (const unit of ['bytes', 'values'] as const) {
    const code = 'page_size_limit_exceeded';
    let total = rest[unit];
    let largest: { uuid: string | null; count: number } = { uuid: null, count: 0 };
    for (const { uuid, size } of sizes) {
      total += size[unit];
      if (size[unit] > largest.count) largest = { uuid, count: size[unit] };
    }
    if (largest.count > max.block[unit]) return { code, ...largest, unit, max: max.block[unit] };
    if (total > max.page[unit])
      return { code, uuid: null, unit, max: max.page[unit], count: total };
  }
  return null;
}

const field = (thing: unknown, name: 'type' | 'content'): unknown =>
  typeof thing === 'object' && thing !== null
    ? (thing as Readonly<Record<string, unknown>>)[name]
    : undefined;
