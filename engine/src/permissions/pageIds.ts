/** The pages that come with the product and belong to nobody: the paper, and the demo on `/`. */
export const BUILTIN_PAGE_IDS = { paper: -1, demo: -2 } as const;

/** Whether a page is one that comes with the product. */
export function isBuiltinPage(id: number): boolean {
  return id === BUILTIN_PAGE_IDS.paper || id === BUILTIN_PAGE_IDS.demo;
}

/** Pages without a cap on blocks: the two built-in ones, and one of old. */
export const BLOCK_CAP_EXEMPT_PAGE_IDS: readonly number[] = [
  BUILTIN_PAGE_IDS.paper,
  BUILTIN_PAGE_IDS.demo,
  36_373,
];
