import type { BlockNeed } from '../blocks/BlockDefinition.ts';
import { findDefinition } from '../blocks/builtinBlocks.ts';
import type { Kit } from '../blocks/Kit.ts';
import { isPremiumFont } from '../fonts/fonts.ts';
import { fontsIn } from '../fonts/fontsIn.ts';
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
}

/** What the caller knows about a page and its JSON cannot claim. */
export interface PageKind {
  /**
   * Whether the page was built with the product and is not stored, like the demo page. Such pages
   * have no block cap [A9].
   */
  readonly isBuiltin?: boolean;
}

/** The maximum number of blocks on an account's page, sections included; null is unlimited. */
export function maxBlocksOf(account: PlanAccount, { isBuiltin }: PageKind = {}): number | null {
  return isBuiltin === true ? null : planOf(account?.roles ?? []).maxBlocks;
}

/**
 * Lists everything on a page that its owner's plan does not include and that therefore prevents
 * publishing: private access, too many blocks, code embeds, premium fonts. Empty if the plan
 * includes everything.
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

const field = (thing: unknown, name: 'type' | 'content'): unknown =>
  typeof thing === 'object' && thing !== null
    ? (thing as Readonly<Record<string, unknown>>)[name]
    : undefined;
