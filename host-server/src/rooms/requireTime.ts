import type { WorkBudgets } from '@cobble/engine/collaboration';
import { ApiError } from '../shared/ApiError.ts';

/** @throws ApiError err_rate_limited if an account has used up its time in rooms. */
export function requireTime(budgets: Pick<WorkBudgets, 'waitMs'>, accountId: number): void {
  const waitMs = budgets.waitMs(accountId);
  if (waitMs > 0)
    throw new ApiError('err_rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
