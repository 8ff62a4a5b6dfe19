import type { Role } from './roles.ts';

/** The roles that stand for a plan. */
export type PlanName = Extract<Role, 'admin' | 'pro' | 'plus' | 'supporter' | 'basic'>;

/** What a plan grants or not. */
export type PlanFeature =
  | 'customDomain'
  | 'privatePages'
  | 'shareImage'
  | 'favicon'
  | 'analyticsId'
  | 'metaTags'
  | 'hideAttribution'
  | 'codeEmbeds'
  | 'premiumFonts'
  | 'domainVoucher'
  | 'manageSubscription';

/** What an account may do by its highest role; `null` is unlimited. */
export interface Plan {
  /** The role that decided. */
  readonly role: PlanName;
  /** What people call it. */
  readonly name: string;
  /** Its rank among an account's roles; the lowest number wins. */
  readonly priority: number;
  readonly maxPages: number | null;
  /** Blocks of one page, sections included. */
  readonly maxBlocks: number | null;
  readonly maxUploadMb: number;
  readonly features: ReadonlySet<PlanFeature>;
}

const MINI: readonly PlanFeature[] = ['hideAttribution', 'premiumFonts', 'manageSubscription'];
const STAFF: readonly PlanFeature[] = [
  ...(['hideAttribution', 'premiumFonts', 'customDomain', 'privatePages'] as const),
  ...(['shareImage', 'favicon', 'analyticsId', 'metaTags', 'codeEmbeds'] as const),
];
const PAID: readonly PlanFeature[] = [...STAFF, 'domainVoucher', 'manageSubscription'];

/** The plans from the highest priority: caps and features in one table. */
export const PLANS: readonly Plan[] = [
  plan('admin', 'Admin', 0, [null, null, 20], STAFF),
  plan('pro', 'Pro', 1, [10_000, 10_000, 20], PAID),
  plan('plus', 'Plus', 3, [100, 1000, 20], PAID),
  plan('supporter', 'Mini', 5, [25, 40, 5], MINI),
  plan('basic', 'Free', 10, [5, 40, 5], []),
];

/** As much of an account as its plan goes by; null is somebody who is not logged in. */
export type PlanAccount = {
  readonly roles: readonly string[];
  /** Whether a subscription is being paid for, whatever the role. */
  readonly hasPaidSubscription?: boolean;
} | null;

/** The plan of an account by its roles; without any of them Free. */
export function planOf(roles: readonly string[]): Plan {
  const found = PLANS.find((each) => roles.includes(each.role)) ?? PLANS.at(-1);
  if (found === undefined) throw new Error('There are no plans');
  return found;
}

/**
 * Whether an account's plan grants a feature. Managing a subscription goes by there being one, and
 * by the plan only where that is not known.
 */
export function allowsFeature(account: PlanAccount, feature: PlanFeature): boolean {
  if (feature === 'manageSubscription' && account?.hasPaidSubscription !== undefined)
    return account.hasPaidSubscription;
  return planOf(account?.roles ?? []).features.has(feature);
}

function plan(
  role: PlanName,
  name: string,
  priority: number,
  [maxPages, maxBlocks, maxUploadMb]: readonly [number | null, number | null, number],
  features: readonly PlanFeature[],
): Plan {
  return { role, name, priority, maxPages, maxBlocks, maxUploadMb, features: new Set(features) };
}
