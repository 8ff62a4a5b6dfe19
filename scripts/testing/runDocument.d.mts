/** Modules that documents may import, by specifier. */
export type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** See runDocument.mjs. */
export function codeIn(markdown: string): readonly string[];
export function runDocument(
  markdown: string,
  modules: Modules,
  globals?: Readonly<Record<string, unknown>>,
): Promise<void>;
