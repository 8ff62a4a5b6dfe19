import { createPage, type Page } from '@cobble/engine';
import { migratePage } from '@cobble/engine/migrations';
import { bell } from './bell.ts';

const KEY = 'embed-canvas';

/** Third-party blocks. Parsing, editing and publishing a page need the same kits. */
export const kits = [bell];

/**
 * Loads the saved page, of this version or an older one, or creates a blank one. A server would
 * store the same JSON.
 */
export function loadPage(): Page {
  const stored = localStorage.getItem(KEY);
  try {
    if (stored !== null) return migratePage(JSON.parse(stored), { kits }).page;
  } catch {
    // Keep an invalid page: a newer editor may have saved it.
    localStorage.setItem(`${KEY}-unread`, stored ?? '');
  }
  return createPage();
}

/**
 * Saves the page in this browser. Send it to your server instead, which checks it with
 * `parsePage`.
 */
export function savePage(page: Page): void {
  localStorage.setItem(KEY, JSON.stringify(page));
}
