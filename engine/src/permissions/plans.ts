import { checkStrings } from '../model/inputError.ts';
import type { Role } from './roles.ts';

/** The roles that represent a plan. */
export type PlanName = Extract<Role, 'admin' | 'pro' | 'plus' | 'supporter' | 'basic'>;

/** The features that a plan can grant. */
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

/** The limits and features of an account by its highest role; `null` is unlimited. */
export interface Plan {
  /** The role that grants the plan. */
  readonly role: PlanName;
  /** Display name. */
  readonly name: string;
  /** Rank among the roles of an account; the lowest number wins. */
  readonly priority: number;
  readonly maxPages: number | null;
  /** Blocks per page, sections included. */
  readonly maxBlocks: number | null;
  readonly maxUploadMb: number;
  /** Uploads and stored revisions of pages together. */
  readonly maxStorageBytes: number | null;
  readonly features: ReadonlySet<PlanFeature>;
}

const MINI: readonly PlanFeature[] = ['hideAttribution', 'premiumFonts', 'manageSubscription'];
const ADMIN: readonly PlanFeature[] = [
  ...(['hideAttribution', 'premiumFonts', 'customDomain', 'privatePages'] as const),
  ...(['shareImage', 'favicon', 'analyticsId', 'metaTags', 'codeEmbeds'] as const),
];
const PAID: readonly PlanFeature[] = [...ADMIN, 'domainVoucher', 'manageSubscription'];

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** All plans, highest rank first. */
export const PLANS: readonly Plan[] = [
  plan('admin', 'Admin', 0, [null, null, 20, null], ADMIN),
  plan('pro', 'Pro', 1, [10_000, 10_000, 20, 50 * GB], PAID),
  plan('plus', 'Plus', 3, [100, 1000, 20, 10 * GB], PAID),
  plan('supporter', 'Mini', 5, [25, 40, 5, GB], MINI),
  plan('basic', 'Free', 10, [5, 40, 5, 200 * MB], []),
];

/** The part of an account that determines its plan; null if nobody is signed in. */
export type PlanAccount = {
  readonly roles: readonly string[];
  /** Whether a subscription is being paid for, whatever the role. */
  readonly hasPaidSubscription?: boolean;
} | null;

/**
 * Returns the plan with the highest rank among an account's roles; Free if none of them has a plan.
 *
 * @throws CobbleError `input_invalid` (details: `path`) unless given a list of strings
 */
export function planOf(roles: readonly string[]): Plan {
  checkStrings('roles', roles);
  const found = PLANS.find((each) => roles.includes(each.role)) ?? PLANS.at(-1);
  if (found === undefined) throw new Error('There are no plans');
  return found;
}

/**
 * Whether an account's plan grants a feature. `manageSubscription` depends on the subscription if
 * that is known, otherwise on the plan.
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
  caps: readonly [number | null, number | null, number, number | null],
  features: readonly PlanFeature[],
): Plan {
  const [maxPages, maxBlocks, maxUploadMb, maxStorageBytes] = caps;
  const limits = { maxPages, maxBlocks, maxUploadMb, maxStorageBytes };
  return { role, name, priority, ...limits, features: new Set(features) };
}
