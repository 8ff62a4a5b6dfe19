import { type AutosaveEnvelope, equalJson, isSection, type Page } from '@cobble/engine';

/**
 * How many blocks a local copy adds, removes or changes. Sections count only if they are added or
 * removed, because the blocks in them change their size. Null if the server's page is newer than the
 * one that the copy is based on: it may differ by changes that are not the copy's.
 */
export function countChangedBlocks(
  copy: Pick<AutosaveEnvelope, 'page' | 'revision'>,
  server: Page,
): number | null {
  if (copy.revision < server.revision) return null;
  const { page } = copy;
  const uuids = new Set([...Object.keys(page.things), ...Object.keys(server.things)]);
  return [...uuids].filter((uuid) => {
    const [a, b] = [page.things[uuid], server.things[uuid]];
    if (!a || !b) return true;
    return !isSection(a) && !equalJson(a, b);
  }).length;
}
