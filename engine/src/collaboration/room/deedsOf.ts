import type { Block } from '../../model/Block.ts';
import type { SenderDeeds } from '../intents/resolveIntents.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';

/**
 * What a client has done to blocks, by the newest entries of the stream: who calls an op an undo is
 * not believed. What is no longer among them is nobody's. Costs nothing until it is asked.
 */
export function deedsOf(clientId: string, recent: () => readonly StreamEntry[]): SenderDeeds {
  const newest = (isMeant: (entry: StreamEntry) => boolean): StreamEntry | undefined => {
    const entry = recent().findLast((each) => each.patch.whole !== undefined || isMeant(each));
    return entry?.clientId === clientId ? entry : undefined;
  };
  return {
    added: (uuid) => {
      const isMeant = (each: { readonly uuid: string }): boolean => each.uuid === uuid;
      const entry = newest(({ patch }) => patch.added?.some(isMeant) ?? false);
      return (entry?.patch.added?.find(isMeant) as Block | undefined) ?? null;
    },
    hasRemoved: (uuid) =>
      newest(({ patch }) => patch.removedUuids?.includes(uuid) ?? false) !== undefined,
  };
}
