import { checkHyperlink } from '@cobble/engine';

/** The hyperlink that a pasted text is, and nothing but that; null otherwise. */
export function pastedLink(text: string): string | null {
  const link = text.trim();
  // What leads somewhere on this page or site is rather words: "#1", "/or/".
  if (/^[#/]/.test(link)) return null;
  return checkHyperlink(link) === null ? link : null;
}
