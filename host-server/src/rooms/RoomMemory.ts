import { ApiError } from '../shared/ApiError.ts';
import type { PageOwner } from './repositories/roomMembers.ts';

/** How much memory open rooms take, in characters of two to five bytes, as rooms count it. */
export const ROOM_MEMORY = {
  /** For all rooms. */
  chars: 100_000_000,
  /** What a room counts as at least. */
  charsPerRoom: 20_000,
};

/** Which part of the memory one owner may use while others need it. */
const OWNER_SHARE = 0.1;

/** How many times the memory rooms may take before owners lose their share, or only room. */
const HARD_MULTIPLE = 2;

/** What an open room takes, and who uses it. */
export interface MeasuredRoom {
  readonly owner: Pick<PageOwner, 'id'>;
  /** Whether its page has been read. */
  readonly isOpen: boolean;
  /** What it takes, as the room counts it. */
  readonly chars: number;
  readonly connections: number;
  /** When it was opened, or one of its clients has sent something. */
  readonly usedAt: number;
}

/** The memory that the open rooms of a server take, and which of them are closed for others. */
export class RoomMemory<Room extends MeasuredRoom> {
  private readonly rooms: ReadonlyMap<number, Room>;
  private readonly limits: typeof ROOM_MEMORY;

  /** @param rooms by the page's id. Of those that nobody uses, the one that was used last comes last. */
  constructor(rooms: ReadonlyMap<number, Room>, limits = ROOM_MEMORY) {
    this.rooms = rooms;
    this.limits = limits;
  }

  /**
   * Refuses to open another room of an owner whose rooms in use take more memory than is left. An
   * owner who uses none is not refused: {@link excess} takes it from others.
   *
   * @throws ApiError err_unavailable
   */
  require(owner: Pick<PageOwner, 'id'>): void {
    const used = this.charsOf(isUsed);
    const own = this.charsOf((open) => isUsed(open) && open.owner.id === owner.id);
    if (own > 0 && own > this.limits.chars - used) throw noMemory();
  }

  /** The rooms to close, one after the other, if all take too much. Close each before the next. */
  *excess(): Generator<[number, Room], undefined, undefined> {
    let chars = this.charsOf(() => true);
    while (chars > this.limits.chars) {
      const next = this.firstUnused() ?? this.leastUsed(chars);
      if (!next) return;
      chars -= this.countedChars(next[1]);
      yield next;
    }
  }

  /** What a room counts as. */
  countedChars({ chars }: Pick<MeasuredRoom, 'chars'>): number {
    return Math.max(this.limits.charsPerRoom, chars);
  }

  /** Of the rooms that nobody uses, the one that was used first. */
  private firstUnused(): [number, Room] | undefined {
    return [...this.rooms].find(([, open]) => !isUsed(open));
  }

  /**
   * The room that its owner misses least, of the owner who uses the most memory; the newest of such
   * owners, so that they do not close each other's rooms in turns. While there is less than the hard
   * multiple, owners may keep their share, or one room.
   */
  private leastUsed(chars: number): [number, Room] | undefined {
    const owners = new Map<number, { chars: number; rooms: [number, Room][] }>();
    for (const [pageId, open] of this.rooms) {
      const owner = owners.get(open.owner.id) ?? { chars: 0, rooms: [] };
      owner.chars += this.countedChars(open);
      owner.rooms.push([pageId, open]);
      owners.set(open.owner.id, owner);
    }
    const all = [...owners.values()];
    const large = all.filter(
      (each) => each.rooms.length > 1 && each.chars > this.limits.chars * OWNER_SHARE,
    );
    const isFull = chars > this.limits.chars * HARD_MULTIPLE;
    const candidates = large.length === 0 && isFull ? all : large;
    const most = Math.max(...candidates.map((each) => each.chars));
    const rooms = candidates.findLast((each) => each.chars === most)?.rooms ?? [];
    return rooms.toSorted(([, a], [, b]) => a.usedAt - b.usedAt)[0];
  }

  private charsOf(counts: (open: Room) => boolean): number {
    let chars = 0;
    for (const open of this.rooms.values()) if (counts(open)) chars += this.countedChars(open);
    return chars;
  }
}

/** There is no memory for a room. */
export const noMemory = (): ApiError => new ApiError('err_unavailable', { retryAfterSeconds: 5 });

const isUsed = ({ isOpen, connections }: MeasuredRoom): boolean => !isOpen || connections > 0;
