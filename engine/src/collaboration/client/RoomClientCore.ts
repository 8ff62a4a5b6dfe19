import type { Change } from '../../model/Change.ts';
import type { Page } from '../../model/Page.ts';
import type { Point } from '../../model/Position.ts';
import type { RoomRole } from '../protocol/codes.ts';
import { ClientMachine } from './ClientMachine.ts';
import type { ClientParts } from './ClientParts.ts';
import type { LostText } from './lostTextsOf.ts';
import type {
  RoomClient,
  RoomClientEvents,
  RoomClientOptions,
  RoomClientStatus,
} from './RoomClient.ts';

/** A client's machine, as whoever has made it sees it. */
export class RoomClientCore implements RoomClient {
  private readonly machine: ClientMachine;

  constructor(options: RoomClientOptions, parts: ClientParts) {
    this.machine = new ClientMachine(options, parts);
  }

  get status(): RoomClientStatus {
    return this.machine.desk.state.now.status;
  }
  get role(): RoomRole | null {
    return this.machine.desk.state.now.role;
  }
  get isReadOnly(): boolean {
    return this.machine.desk.state.now.isReadOnly;
  }
  get pendingCount(): number {
    return this.machine.desk.state.now.pendingCount;
  }
  get seq(): number | null {
    return this.machine.desk.seq;
  }
  get lostTexts(): readonly LostText[] {
    return this.machine.desk.state.now.lostTexts;
  }
  get clientId(): string | null {
    return this.machine.desk.clientId;
  }
  get peers() {
    return this.machine.board.peers;
  }
  get locksOfOthers() {
    return this.machine.locks.ofOthers;
  }
  get page(): Page | null {
    return this.machine.desk.shared?.records.toPage() ?? null;
  }

  dismissLostText(id: string): void {
    this.machine.desk.queue?.dismissText(id);
    this.machine.desk.showQueue();
  }

  commit(change: Change): void {
    this.machine.edits.share(change, 'edit');
  }

  acquireLocks(thingUuids: Iterable<string>): void {
    this.machine.locks.acquire(thingUuids);
  }
  releaseLocks(thingUuids: Iterable<string>): void {
    this.machine.releaseLocks(thingUuids);
  }
  holdsLock(thingUuid: string): boolean {
    return this.machine.locks.epochOf(thingUuid) !== null;
  }

  sendCursor(point: Point | null): void {
    this.machine.presence.pointAt(point);
  }

  listen(events: RoomClientEvents): () => void {
    const { listeners } = this.machine.desk;
    listeners.add(events);
    return () => listeners.delete(events);
  }

  flush(): void {
    this.machine.sender.flush();
  }

  close(): void {
    this.machine.close();
  }
}
