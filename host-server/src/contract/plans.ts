import type { Role } from './account.ts';

/** What an account may do by its highest role; `null` is unlimited. */
export interface Plan {
  /** The role that decided. */
  readonly role: PlanName;
  /** What people call it. */
  readonly name: string;
  readonly maxPages: number | null;
  /** Blocks of one page, sections included. */
  readonly maxBlocks: number | null;
  readonly maxUploadMb: number;
  readonly canMakePagesPrivate: boolean;
  readonly canUseCodeEmbeds: boolean;
}

/** The roles that stand for a plan; the others grant nothing that is sold. */
export type PlanName = 'admin' | 'pro' | 'plus' | 'supporter' | 'basic';

/** The plans from the highest priority (accounts-sites-community.md sections 6 and 9). */
export const PLANS: readonly Plan[] = [
  plan('admin', 'Admin', null, null, 20, true),
  plan('pro', 'Pro', 10_000, 10_000, 20, true),
  plan('plus', 'Plus', 100, 1000, 20, true),
  plan('supporter', 'Mini', 25, 40, 5, false),
  plan('basic', 'Free', 5, 40, 5, false),
];

/** Pages without a cap on blocks: the two built-in ones, and one of old (section 6, Notes). */
export const BLOCK_CAP_EXEMPT_PAGE_IDS: readonly number[] = [-1, -2, 36373];

/** The plan of an account by its roles; without any of them Free. */
export function planOf(roles: readonly Role[]): Plan {
  const found = PLANS.find((each) => roles.includes(each.role)) ?? PLANS.at(-1);
  if (found === undefined) throw new Error('There are no plans');
  return found;
}

function plan(
  role: PlanName,
  name: string,
  maxPages: number | null,
  maxBlocks: number | null,
  maxUploadMb: number,
  paid: boolean,
): Plan {
  return {
    role,
    name,
    maxPages,
    maxBlocks,
    maxUploadMb,
    canMakePagesPrivate: paid,
    canUseCodeEmbeds: paid,
  };
}
