import type { Page } from '../../model/Page.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import { mayWrite } from '../protocol/codes.ts';
import type { RoomMessage } from '../protocol/roomMessages.ts';
import type { Publisher, PublishRefusal, RoomSession, RoomState } from './RoomOptions.ts';

/** A request to publish the page as of a seq. */
export interface PublishRequest {
  readonly expectedSeq: number;
  /** A repeated request with the same key and account gets the same result. */
  readonly idempotencyKey: string;
  readonly session: RoomSession;
}

/** The published page, or why it was not published. */
export type PublishResult = Result<{ readonly seq: number; readonly page: Page }, PublishRefusal>;

/** The number of results to store. */
const MAX_KEYS = 100;

/** Publishes the room's draft if its head is the expected seq, once for each idempotency key. */
export class Publishing {
  /** The newest results by account and key. Refused and failed ones are removed. */
  private readonly byKey = new Map<string, Promise<PublishResult>>();
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

  /** Rejects if the publisher throws; the key may then be used again. */
  publish(request: PublishRequest): Promise<PublishResult> {
    const key = `${String(request.session.accountId)} ${request.idempotencyKey}`;
    const known = this.byKey.get(key);
    if (known) return known;
    const publishing = this.publishNow(request);
    this.byKey.set(key, publishing);
    const [oldest] = this.byKey.keys();
    if (this.byKey.size > MAX_KEYS && oldest !== undefined) this.byKey.delete(oldest);
    const remove = (): void => void this.byKey.delete(key);
    publishing.then((result) => {
      if (!result.ok) remove();
    }, remove);
    return publishing;
  }

  private async publishNow({ expectedSeq, session }: PublishRequest): Promise<PublishResult> {
    const { accountId, name, role } = session;
    if (!mayWrite(role)) return refuse('not_permitted');
    const state = await this.read();
    if (!state || !this.publisher) return refuse('room_unavailable');
    const { page, seq } = state;
    if (seq !== expectedSeq) return refuse('page_changed_elsewhere', { seq });
    const published = await this.publisher.publish({ page, seq, accountId });
    this.broadcast({
      type: 'update-with-published-page',
      seq,
      page: published,
      publishedBy: { accountId, ...(name === undefined ? {} : { name }) },
    });
    return ok({ seq, page });
  }
}
