import { randomUUID } from 'node:crypto';
import type { Intent } from '@cobble/engine/collaboration';
import type { StagePage } from './RoomStage.ts';

/** The end of a drag of one block, at a place that nobody else chooses. */
export function dragOf({ section, blocks }: StagePage, number: number): readonly Intent[] {
  const uuid = blocks[number % blocks.length] ?? '';
  const unit = { parentUuid: section, width: 0.04, height: 0.04, rotationDeg: 0 };
  const position = { ...unit, x: (number % 1000) / 1000, y: (number % 7919) / 7919 };
  return [
    {
      type: 'update-things',
      updated: [{ uuid, position: { ...position, seenParentUuid: section } }],
    },
  ];
}

/**
 * A new note, which is what tells ops apart in a log; removes an older one of the same client, so
 * that the page does not grow.
 *
 * @param text characters of its text.
 */
export function noteOf(
  section: string,
  removed: string | undefined,
  text = 'Remember the key',
): { readonly uuid: string; readonly intents: readonly Intent[] } {
  const uuid = randomUUID();
  const thing = {
    ...{ uuid, type: 'sticky-note', parentUuid: section, properties: {}, styles: {} },
    position: { x: 0.1, y: 0.1, width: 0.1, height: 0.1, rotationDeg: 0, zIndex: 50_000 },
    content: { stickyNoteColor: '#FFE28A', stickyNoteText: { text, size: 9, font: 'Caveat' } },
  };
  const add: Intent = { type: 'add-things', things: [thing] };
  if (removed === undefined) return { uuid, intents: [add] };
  return { uuid, intents: [add, { type: 'remove-things', removedUuids: [removed] }] };
}
