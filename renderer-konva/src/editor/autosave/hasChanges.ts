import { equalJson, type Page } from '@cobble/engine';

/** Whether a version of a page has content that another one lacks. False for different pages. */
export function hasChanges(version: Page, other: Page): boolean {
  return version.ID === other.ID && !equalJson(contentOf(version), contentOf(other));
}

/** What a user can change. */
function contentOf(page: Page) {
  const { isPublic, isRestricted, isListed, isPeekable, style, things } = page;
  // Publishing stamps the page with the editor's version.
  const settings = { ...page.settings, editorVersion: undefined };
  return { isPublic, isRestricted, isListed, isPeekable, settings, style, things };
}
