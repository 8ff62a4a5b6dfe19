import { ok, refuse } from '../../model/Result.ts';
import { mayWrite } from '../protocol/codes.ts';
import type { RoomMessage } from '../protocol/roomMessages.ts';
import type { Publisher, Room, RoomState } from './Room.ts';

export type PublishRequest = Parameters<Room['publish']>[0];
type Published = ReturnType<Room['publish']>;

/** Keys that are remembered. */
const MAX_KEYS = 100;

/** Publishes the room's own draft at the seq that someone has seen, once for each key. */
export class Publishing {
  private readonly byKey = new Map<string, Published>();
  private readonly publisher: Publisher | null;
  private readonly read: () => Promise<RoomState | null>;
  private readonly broadcast: (message: RoomMessage) => void;

  constructor(
    publisher: Publisher | null,
    read: () => Promise<RoomState | null>,
    broadcast: (message: RoomMessage) => void,
  ) {
    this.publisher = publisher;
    this.read = read;
    this.broadcast = broadcast;
  }

  publish(request: PublishRequest): Published {
    const key = `${String(request.session.accountId)} ${request.idempotencyKey}`;
    const known = this.byKey.get(key);
    if (known) return known;
    const publishing = this.publishNow(request);
    this.byKey.set(key, publishing);
    const [oldest] = this.byKey.keys();
    if (this.byKey.size > MAX_KEYS && oldest !== undefined) this.byKey.delete(oldest);
    // What was refused or failed may be tried again with the same key.
    const forget = (): void => void this.byKey.delete(key);
    publishing.then((result) => {
      if (!result.ok) forget();
    }, forget);
    return publishing;
  }

  private async publishNow({ expectedSeq, session }: PublishRequest): Published {
    const { accountId, name, role } = session;
    if (!mayWrite(role)) return refuse('not_permitted');
    const state = await this.read();
    if (!state || !this.publisher) return refuse('room_unavailable');
    const { page, seq } = state;
    if (seq !== expectedSeq) return refuse('page_changed_elsewhere', { seq });
    const told = await this.publisher.publish({ page, seq, accountId });
    this.broadcast({
      type: 'update-with-published-page',
      seq,
      page: told,
      publishedBy: { accountId, ...(name === undefined ? {} : { name }) },
    });
    return ok({ seq, page });
  }
}
