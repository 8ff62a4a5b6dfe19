import { equalJson } from '../../model/equalJson.ts';
import { safeParsePage } from '../../model/parsePage.ts';
import { ok, type Refusal, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../Editor.ts';
import type { EditorCore } from '../EditorCore.ts';
import { refuseLocked } from '../locks.ts';
import type { PageBody } from '../PageBody.ts';
import { readParts } from '../readArguments.ts';
import { roundLength } from '../positions.ts';

/**
 * Replaces the page as a whole, as one entry of the history that can be undone: after migrating,
 * when an older version is restored, for Chaos monkey. Name, owner and flags stay. Refused when it is
 * no page or gives a block that is there another type (`invalid_page`, details `path` and `message`),
 * and over the cap unless it has no more blocks than before. Where some of the blocks stay, those
 * that are locked must stay as they are (`block_locked`, `selection_locked`).
 */
export function replacePage(core: EditorCore, body: PageBody): Result<null, EditorRefusal> {
  const { store, maxBlocks } = core;
  const read = readParts(body, [], 'invalid_page');
  if (!read.ok) return read;
  const { settings, style, things: given } = read.value;
  const candidate = { ...store.fields, settings, style, things: given };
  const parsed = safeParsePage(candidate, { kits: core.kits });
  if (!parsed.ok) return refuse('invalid_page', parsed.details);
  const { things } = parsed.value;
  const count = Object.keys(things).length;
  if (maxBlocks !== null && count > maxBlocks && count > core.blocks.size)
    return refuse('things_per_page_limit_exceeded', { max: maxBlocks });
  const retyped = Object.values(things).find(
    ({ uuid, type }) => (core.blocks.get(uuid)?.type ?? type) !== type,
  );
  if (retyped)
    return refuse('invalid_page', {
      path: `things.${retyped.uuid}.type`,
      message: 'must stay what it is',
    });
  const locked = refuseReplacing(core, things);
  if (locked) return locked;
  core.nameEntry('Full');
  const kept = (uuid: string): boolean => Object.hasOwn(things, uuid);
  const gone = core.layout
    .withDescendants(core.layout.sectionIds)
    .filter(({ uuid }) => !kept(uuid));
  for (const block of Object.values(things)) store.put(block);
  for (const { uuid } of gone.toReversed()) store.delete(uuid);
  store.setFields({
    settings: parsed.value.settings,
    style: parsed.value.style,
    relativeHeight: roundLength(core.layout.height),
  });
  core.selection.set([]);
  return ok(null);
}

/**
 * Why blocks are in the way: someone else is editing one, or one that is locked would be changed,
 * removed or filled though others stay. Where nothing stays it is another page, and no lock counts.
 */
function refuseReplacing(
  core: EditorCore,
  things: PageBody['things'],
): Refusal<EditorRefusal> | null {
  const current = [...core.blocks.values()];
  const touched = current.filter(({ uuid }) => !equalJson(core.blocks.get(uuid), things[uuid]));
  const held = touched.find(({ uuid }) => core.heldByOthers.has(uuid));
  if (held) return refuse('block_locked', { uuid: held.uuid });
  if (!current.some(({ uuid }) => Object.hasOwn(things, uuid))) return null;
  const filled = Object.values(things).flatMap(({ uuid, parentUuid }) =>
    parentUuid !== undefined &&
    core.blocks.has(parentUuid) &&
    core.blocks.get(uuid)?.parentUuid !== parentUuid
      ? [parentUuid]
      : [],
  );
  const uuids = new Set([...touched.map(({ uuid }) => uuid), ...filled]);
  return refuseLocked(core, [...uuids]);
}
