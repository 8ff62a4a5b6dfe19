import type { Editor } from '@cobble/engine';
import type { RoomClient, StreamEntry } from '@cobble/engine/collaboration';
import { SANDBOX } from '@cobble/host-server/contract';
import { when } from 'mobx';
import { useEffect, useState } from 'react';

/** How long a boop is shown before the next one begins again, so that many do not flicker, ms. */
const LEAST_MS = 400;

/** A boop that is shown. */
export interface Boop {
  /** Grows with each one that is not right after another. */
  readonly number: number;
  readonly atMs: number;
  /** Whose it is: 'you', a username, or null for someone who is not shown by name. */
  readonly by: 'you' | { readonly name: string | null };
}

/**
 * The latest boop of anyone in the sandbox since it was opened, and a function that boops. A boop
 * is a colour for the page, so everyone has it, also those who come later [SB4].
 */
export function useBoops(
  editor: Editor,
  client: RoomClient,
): { readonly latest: Boop | null; readonly boop: () => void } {
  const [latest, setLatest] = useState<Boop | null>(null);
  useEffect(() => {
    let stop = (): void => undefined;
    const onEntry = (entry: StreamEntry): void => {
      if (!isBoop(entry) || entry.clientId === client.clientId) return;
      const name = client.people.peers.get(entry.clientId)?.name ?? null;
      setLatest((before) => next(before, { name }));
    };
    // Until then, it gets what has happened before it came.
    const joined = when(
      () => client.status === 'live',
      () => {
        stop = client.listen({ onEntry });
      },
    );
    return () => {
      joined();
      stop();
    };
  }, [client]);
  const boop = (): void => {
    const others = SANDBOX.backgrounds.filter(
      (color) => color !== editor.fields.style.backgroundColor,
    );
    const color = others[Math.floor(Math.random() * others.length)];
    const { ok } = editor.updatePage({ style: { backgroundColor: color } });
    if (ok) setLatest((before) => next(before, 'you'));
  };
  return { latest, boop };
}

function next(before: Boop | null, by: Boop['by']): Boop {
  const atMs = performance.now();
  if (before && atMs - before.atMs < LEAST_MS) return { ...before, by };
  return { number: (before?.number ?? 0) + 1, atMs, by };
}

function isBoop({ status, patch }: StreamEntry): boolean {
  return (
    status !== 'rejected' &&
    (patch.page ?? []).some(({ path }) => path[0] === 'style' && path[1] === 'backgroundColor')
  );
}
