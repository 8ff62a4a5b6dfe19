import type { JsonSize } from '../model/jsonSize.ts';
import { type PlanAccount, planOf, type PlanName } from './plans.ts';

/** The largest page and block of a plan, as JSON. `Infinity` means no limit. */
export interface PageSizes {
  readonly page: JsonSize;
  readonly block: JsonSize;
}

const MB = 1024 * 1024;
const sizes = (pageMb: number, pageValues: number, blockMb: number, blockValues: number) => ({
  page: { bytes: pageMb * MB, values: pageValues },
  block: { bytes: blockMb * MB, values: blockValues },
});

/** A text of 100,000 characters with thousands of formatted parts fits into a block of any plan. */
const SIZES: Readonly<Record<PlanName, PageSizes>> = {
  admin: sizes(8, 1_000_000, 4, 500_000),
  pro: sizes(8, 1_000_000, 4, 500_000),
  plus: sizes(4, 500_000, 2, 250_000),
  supporter: sizes(2, 250_000, 1, 125_000),
  basic: sizes(2, 250_000, 1, 125_000),
};

/** How large the pages of an account may be, and each of their blocks [A13]. */
export function pageSizesOf(account: PlanAccount): PageSizes {
  return SIZES[planOf(account?.roles ?? []).role];
}
