import type { Block, Editor } from '@cobble/engine';
import { makeObservable, observable, observableRef, reaction, runInAction } from 'mobx';
import type { MovedBlocks, Placement } from '../painting/moving/MovedBlocks.ts';
import type { People } from './People.ts';

/**
 * How long a block stays where a gesture has left it while the op that moves it there has not
 * arrived: otherwise it would be seen to jump back. ms.
 */
const HELD_MS = 500;

interface Held {
  readonly placement: Placement;
  /** The block's record when the gesture ended. The op replaces it. */
  readonly block: Block | undefined;
}

/** The blocks that other people are moving. Blocks that a gesture of this client moves are left out. */
export class OtherGestures implements MovedBlocks {
  placements: ReadonlyMap<string, Placement> = new Map();
  readonly #editor: Editor;
  readonly #people: People;
  readonly #held = observable.map<string, Held>(undefined, { deep: false });

  constructor(editor: Editor, people: People) {
    this.#editor = editor;
    this.#people = people;
    makeObservable(this, { placements: observableRef });
  }

  /** Starts to follow the gestures. Returns a function that stops it, and shows none. */
  follow(): () => void {
    const editor = this.#editor;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    let moving: ReadonlyMap<string, Placement> = new Map();
    const hold = (uuid: string, placement: Placement): void => {
      const held = { placement, block: editor.blocks.get(uuid) };
      this.#held.set(uuid, held);
      const timer = setTimeout(() => {
        timers.delete(timer);
        // Another gesture may have moved it since.
        if (this.#held.get(uuid) === held) runInAction(() => this.#held.delete(uuid));
      }, HELD_MS);
      timers.add(timer);
    };
    const stops = [
      reaction(
        () => this.#moving(),
        (now) => {
          runInAction(() => {
            for (const uuid of now.keys()) this.#held.delete(uuid);
            for (const [uuid, placement] of moving) if (!now.has(uuid)) hold(uuid, placement);
          });
          moving = now;
        },
        { equals: (a, b) => a === b || (a.size === 0 && b.size === 0), fireImmediately: true },
      ),
      reaction(
        () => this.#shown(),
        (placements) => {
          if (placements.size > 0 || this.placements.size > 0)
            runInAction(() => (this.placements = placements));
        },
      ),
    ];
    return () => {
      for (const stop of stops) stop();
      for (const timer of timers) clearTimeout(timer);
      runInAction(() => {
        this.#held.clear();
        this.placements = new Map();
      });
    };
  }

  #moving(): ReadonlyMap<string, Placement> {
    const moving = new Map<string, Placement>();
    for (const person of this.#people.all)
      for (const [uuid, placement] of person.movedIn(this.#editor) ?? [])
        if (!this.#isMovedHere(uuid)) moving.set(uuid, placement);
    return moving;
  }

  #shown(): ReadonlyMap<string, Placement> {
    const shown = new Map<string, Placement>();
    for (const [uuid, { placement, block }] of this.#held)
      if (this.#editor.blocks.get(uuid) === block && !this.#isMovedHere(uuid))
        shown.set(uuid, placement);
    for (const [uuid, placement] of this.#moving()) shown.set(uuid, placement);
    return shown;
  }

  #isMovedHere(uuid: string): boolean {
    return this.#editor.isInProgress && this.#editor.selection.has(uuid);
  }
}
