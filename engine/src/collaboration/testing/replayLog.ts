import type { Block } from '../../model/Block.ts';
import type { Page } from '../../model/Page.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';

type Json = Record<string, unknown>;

/**
 * An independent replay of the stream on plain JSON, sharing no code with the product: the page and
 * the removed blocks after an entry.
 */
export class LogReplay {
  things: Record<string, Json> = {};
  fields: Json = {};
  /** The entry that removed each block that was not restored since. */
  readonly removed = new Map<string, number>();

  constructor(page: unknown) {
    this.start(page);
  }

  apply({ seq, patch }: StreamEntry): void {
    if (patch.whole) this.start(patch.whole);
    for (const block of patch.added ?? []) {
      this.things[block.uuid] = JSON.parse(JSON.stringify(block)) as Json;
      this.removed.delete(block.uuid);
    }
    for (const { uuid, position, zIndex, groupOrder, values } of patch.updated ?? []) {
      const block = this.things[uuid];
      if (!block) continue;
      const blockPosition = block.position as Json;
      if (position) {
        const { parentUuid, ...rest } = position;
        Object.assign(blockPosition, rest);
        if (parentUuid === null) delete block.parentUuid;
        else block.parentUuid = parentUuid;
      }
      if (zIndex !== undefined) blockPosition.zIndex = zIndex;
      if (groupOrder !== undefined) (block.content as Json).groupOrder = groupOrder;
      for (const { path, to } of values ?? []) write(block, path, to);
    }
    for (const uuid of patch.removedUuids ?? []) {
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a plain map by id
      delete this.things[uuid];
      this.removed.set(uuid, seq);
    }
    for (const { path, to } of patch.page ?? []) write(this.fields, path, to);
  }

  private start(page: unknown): void {
    const { things, ...fields } = JSON.parse(JSON.stringify(page)) as Json;
    this.things = things as Record<string, Json>;
    this.fields = fields;
    for (const uuid of Object.keys(this.things)) this.removed.delete(uuid);
  }

  get page(): Page {
    return { ...this.fields, things: this.things } as unknown as Page;
  }

  block(uuid: string): Block | undefined {
    return this.things[uuid] as unknown as Block | undefined;
  }

  /** The origin of a section's or group's coordinates, in page space. */
  origin(uuid: string): { x: number; y: number } | null {
    const block = this.block(uuid);
    if (!block) return null;
    if (block.parentUuid !== undefined) {
      const parent = this.origin(block.parentUuid);
      return parent && { x: parent.x + block.position.x, y: parent.y + block.position.y };
    }
    const order = (each: Block): number => (each.content as { groupOrder: number }).groupOrder;
    let y = 0;
    for (const each of Object.values(this.things) as unknown as Block[]) {
      const isAbove =
        order(each) < order(block) || (order(each) === order(block) && each.uuid < uuid);
      if (each.parentUuid === undefined && isAbove) y += each.position.height;
    }
    return { x: (1 - block.position.width) / 2, y };
  }
}

function write(into: Json, path: readonly string[], to: unknown): void {
  const keys = [...path];
  const last = keys.pop();
  let at: unknown = into;
  for (const key of keys) at = (at as Json)[key];
  if (last === undefined) return;
  // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the path says which
  if (to === undefined) delete (at as Json)[last];
  else (at as Json)[last] = JSON.parse(JSON.stringify(to));
}
