import { createBlankPage, defaultEnvironment, type Page } from '@cobble/engine';
import { parsePage } from '@cobble/engine/parsing';
import { bell } from './bell.ts';

const KEY = 'embed-canvas';

/** What third parties have added; whoever reads, edits or publishes a page is given the same. */
export const kits = [bell];

/** What was saved, if it can be read, else an empty page. A server would store the same JSON. */
export function loadPage(): Page {
  const stored = localStorage.getItem(KEY);
  try {
    if (stored !== null) return parsePage(JSON.parse(stored), { kits });
  } catch {
    // What cannot be read is kept: it may be a newer editor's.
    localStorage.setItem(`${KEY}-unread`, stored ?? '');
  }
  const draft = createBlankPage({ slug: 'main', createId: defaultEnvironment.createId });
  const now = new Date().toISOString();
  return parsePage({
    ...draft,
    ...{ ID: 1, accountID: 1, site: { ID: 1, slug: 'example' }, isDisabled: false, revision: 1 },
    ...{ createdAt: now, updatedAt: now },
  });
}

/** Keeps the page in this browser; yours sends it to a server, which checks it by `parsePage`. */
export function savePage(page: Page): void {
  localStorage.setItem(KEY, JSON.stringify(page));
}
