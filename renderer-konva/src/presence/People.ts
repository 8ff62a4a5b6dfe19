import type { RoomClient } from '@cobble/engine/collaboration';
import { computed, makeObservable } from 'mobx';
import { Person } from './Person.ts';
import { assignColors } from './personColors.ts';

/** The number of people whose colours are remembered after they have left. */
const MAX_REMEMBERED = 64;

const peopleByRoom = new WeakMap<RoomClient, People>();

/** The people in the room of a client; the same object for the canvas and the bars. */
export function peopleOf(room: RoomClient): People {
  const known = peopleByRoom.get(room) ?? new People(room);
  peopleByRoom.set(room, known);
  return known;
}

/** The other people in a room, each with a colour of their own as far as eight suffice. Observable. */
export class People {
  readonly room: RoomClient;
  readonly #persons = new Map<string, Person>();
  /** By account or, for visitors, by client; those of people who have left included. */
  #colors: ReadonlyMap<string, number> = new Map();

  /** Use {@link peopleOf}. */
  constructor(room: RoomClient) {
    this.room = room;
    makeObservable<this, 'colors'>(this, { all: computed, colors: computed });
  }

  /** In the order in which they were first seen. */
  get all(): readonly Person[] {
    const ids = [...this.room.people.peers.keys()];
    for (const id of this.#persons.keys()) if (!ids.includes(id)) this.#persons.delete(id);
    return ids.map((id) => {
      const person = this.#persons.get(id) ?? new Person(this.room, id, () => this.#colorOf(id));
      this.#persons.set(id, person);
      return person;
    });
  }

  /**
   * The person who has locked a block by editing its text; null if nobody else has. `isYou`: it is
   * another tab or device of the same account, also in quiet mode.
   */
  holderOf(uuid: string): { readonly person: Person | null; readonly isYou: boolean } | null {
    const lock = this.room.locksOfOthers.get(uuid);
    if (!lock) return null;
    return {
      person: this.all.find(({ clientId }) => clientId === lock.clientId) ?? null,
      isYou: lock.accountId >= 0 && lock.accountId === this.room.accountId,
    };
  }

  /** The person whose view this client follows. */
  get followed(): Person | null {
    return this.all.find(({ isFollowed }) => isFollowed) ?? null;
  }

  #colorOf(clientId: string): number {
    return this.colors.get(this.#keyOf(clientId)) ?? 0;
  }

  /** Two tabs of an account have the same colour. */
  #keyOf(clientId: string): string {
    const accountId = this.room.people.peers.get(clientId)?.accountId ?? -1;
    return accountId >= 0 ? `account ${String(accountId)}` : `client ${clientId}`;
  }

  private get colors(): ReadonlyMap<string, number> {
    const keys = [...this.room.people.peers.keys()].map((id) => this.#keyOf(id));
    const assigned = assignColors([...new Set(keys)], this.#colors);
    this.#colors = new Map([...this.#colors, ...assigned].slice(-MAX_REMEMBERED - assigned.size));
    return assigned;
  }
}
