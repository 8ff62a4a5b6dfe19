import * as z from 'zod';
import { equalJson } from '../model/json.ts';
import type { Block } from '../model/Block.ts';
import { EDITABLE_FIELDS, type Page } from '../model/Page.ts';

/**
 * What a stored page changes, as it was in the version that the page is based on. It comes from the
 * browser's storage and is only compared with, so nothing of it gets into a page.
 */
export interface AutosaveBase {
  /** By id, the blocks that the stored page changes or lacks; null for those that it adds. */
  readonly things: Readonly<Record<string, unknown>>;
  /** The page's fields that it changes, by name. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export const autosaveBaseSchema = z.object({
  things: z.record(z.string(), z.unknown()),
  fields: z.record(z.string(), z.unknown()),
});

/**
 * What a page changes on another version of it.
 *
 * @param isLeftOut whether a block is not stored, which is no change
 */
export function autosaveBaseOf(
  page: Page,
  base: Page,
  isLeftOut: (block: Block) => boolean,
): AutosaveBase {
  const uuids = new Set([...Object.keys(page.things), ...Object.keys(base.things)]);
  const things = [...uuids].flatMap((uuid): [string, Block | null][] => {
    const [from, to] = [base.things[uuid] ?? null, page.things[uuid] ?? null];
    if (from === to || (to && isLeftOut(to)) || equalJson(from, to)) return [];
    return [[uuid, from]];
  });
  const fields = EDITABLE_FIELDS.flatMap((name): [string, unknown][] =>
    equalJson(page[name], base[name]) ? [] : [[name, base[name] ?? null]],
  );
  return { things: Object.fromEntries(things), fields: Object.fromEntries(fields) };
}
