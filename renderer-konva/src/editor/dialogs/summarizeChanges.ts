import {
  type AutosaveEnvelope,
  equalJson,
  isSection,
  type Page,
  rebaseAutosave,
} from '@cobble/engine';

/** What a local copy changes on the server's page. */
export interface ChangeSummary {
  /**
   * How many blocks it adds, removes or changes. Sections count only if they are added or removed,
   * because the blocks in them change their size.
   */
  readonly blocks: number;
  /** Whether it changes what is not in a block, such as the title or the page's background. */
  readonly hasSettings: boolean;
}

/**
 * Summarizes what a local copy changes. Null if the copy does not say and the server's page is newer
 * than the one that it is based on: it may differ by changes that are not the copy's.
 */
export function summarizeChanges(copy: AutosaveEnvelope, server: Page): ChangeSummary | null {
  if (!copy.base && copy.revision < server.revision) return null;
  const page = rebaseAutosave(copy, server);
  const uuids = new Set([...Object.keys(page.things), ...Object.keys(server.things)]);
  const changed = [...uuids].filter((uuid) => {
    const [a, b] = [page.things[uuid], server.things[uuid]];
    if (!a || !b) return true;
    return !isSection(a) && !equalJson(a, b);
  });
  // The editor's version is no change of the user's.
  const { editorVersion } = server.settings;
  const hasSettings =
    !equalJson({ ...page.settings, editorVersion }, server.settings) ||
    !equalJson(page.style, server.style);
  return { blocks: changed.length, hasSettings };
}
