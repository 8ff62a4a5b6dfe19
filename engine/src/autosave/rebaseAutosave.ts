import { equalJson, isRecord } from '../model/json.ts';
import type { Block } from '../model/Block.ts';
import { EDITABLE_FIELDS, type Page } from '../model/Page.ts';
import type { AutosaveEnvelope } from './autosaveEnvelope.ts';

/**
 * A newer version of the page, with what the stored page changes on the version that it is based on:
 * what others have changed since stays, unless the user has changed the same property. The stored
 * page as it is if it does not say what it changes.
 *
 * @param page the version to change
 */
export function rebaseAutosave(envelope: AutosaveEnvelope, page: Page): Page {
  const { base, page: stored } = envelope;
  if (!base) return stored;
  const things = new Map(Object.entries(page.things));
  for (const [uuid, from] of Object.entries(base.things)) {
    const to = ownOf(stored.things, uuid);
    if (!to) things.delete(uuid);
    else things.set(uuid, rebased(from, to, ownOf(page.things, uuid)));
  }
  addMissingParents(things, [page, stored]);
  return {
    ...page,
    ...rebasedFields(base.fields, stored, page),
    things: Object.fromEntries(things),
  };
}

/** The parts of a block whose properties are changed one by one. */
const PARTS: ReadonlySet<string> = new Set(['content', 'properties', 'styles']);

/** A block with each property from `to` that differs from `from`, and else from `now`. */
function rebased(from: unknown, to: Block, now: Block | undefined): Block {
  if (!now || !isRecord(from)) return to;
  const block = rebasedRecord(from, to, now, PARTS);
  // A position is relative to the parent.
  const placementOf = (of: object): unknown => [ownOf(of, 'parentUuid'), ownOf(of, 'position')];
  const { parentUuid, position } = equalJson(placementOf(from), placementOf(to)) ? now : to;
  const { parentUuid: _, ...rest } = block;
  return { ...rest, position, ...(parentUuid !== undefined && { parentUuid }) };
}

/** @param parts the properties that are objects whose own properties are taken one by one */
function rebasedRecord<Value extends object>(
  from: object,
  to: Value,
  now: Value,
  parts: ReadonlySet<string> = new Set(),
): Value {
  const names = new Set([...Object.keys(to), ...Object.keys(now)]);
  const entries = [...names].flatMap((name): [string, unknown][] => {
    const [before, after, current] = [ownOf(from, name), ownOf(to, name), ownOf(now, name)];
    if (equalJson(before, after)) return current === undefined ? [] : [[name, current]];
    if (parts.has(name) && isRecord(before) && isRecord(after) && isRecord(current))
      return [[name, rebasedRecord(before, after, current)]];
    return after === undefined ? [] : [[name, after]];
  });
  return Object.fromEntries(entries) as Value;
}

function rebasedFields(
  from: Readonly<Record<string, unknown>>,
  stored: Page,
  page: Page,
): Partial<Page> {
  return Object.fromEntries(
    EDITABLE_FIELDS.flatMap((name): [string, unknown][] => {
      if (!Object.hasOwn(from, name)) return [];
      const [before, after, now] = [from[name], stored[name], page[name]];
      const isObject = isRecord(before) && isRecord(after) && isRecord(now);
      return [[name, isObject ? rebasedRecord(before, after, now) : after]];
    }),
  );
}

/** Adds the parents of blocks whose parents were removed, by the user or by others. */
function addMissingParents(things: Map<string, Block>, sources: readonly Page[]): void {
  const blocks = [...things.values()];
  for (const { parentUuid } of blocks) {
    if (parentUuid === undefined || things.has(parentUuid)) continue;
    const parent = sources
      .map((source) => ownOf(source.things, parentUuid))
      .find((each) => each !== undefined);
    if (!parent) continue;
    things.set(parentUuid, parent);
    blocks.push(parent);
  }
}

/** A property of a stored object, whose names may be those of `Object.prototype`. */
function ownOf<Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined;
function ownOf(object: object, name: string): unknown;
function ownOf(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
}
