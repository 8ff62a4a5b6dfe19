import { setFlagsFromString } from 'node:v8';

/** How much the heap may grow between two full collections, percent; V8 itself allows up to 300. */
const GROWTH_PERCENT = 50;

/**
 * Makes V8 collect garbage earlier, in this process and all its threads (docs/decisions/0169). Call
 * it before much memory is in use.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${String(GROWTH_PERCENT)}`);
}
