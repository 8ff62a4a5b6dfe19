/** Built-in pages, which have no owner: the paper page and the demo page. */
export const BUILTIN_PAGE_IDS = { paper: -1, demo: -2 } as const;

/** Whether an id is that of a built-in page. */
export function isBuiltinPage(id: number): boolean {
  return id === BUILTIN_PAGE_IDS.paper || id === BUILTIN_PAGE_IDS.demo;
}
