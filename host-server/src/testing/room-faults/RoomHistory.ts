import type { Page } from '@cobble/engine';
import {
  type PagePatch,
  replayPatches,
  ROOM_CLIENT_ID,
  type StreamEntry,
} from '@cobble/engine/collaboration';
import { canonicalJson, pageHash } from '../room-load/pageHash.ts';
import type { StagePage } from '../room-load/RoomStage.ts';

/** An op that a client has made: the id of the block that it adds. */
interface SentOp {
  /** Null for an editor, which numbers its ops itself. */
  readonly name: string | null;
}

/** A stored entry, as its row has it. */
export interface StoredRow {
  readonly seq: string;
  readonly entry: string;
  readonly patch: string | null;
}

/**
 * What the clients of a room have sent and seen, to be compared with the room's log: an
 * acknowledged op is in the log exactly once (I1, I3), and so is everything that was broadcast (I2);
 * the log has one history without gaps (I4), and nothing that nobody has sent.
 */
export class RoomHistory {
  readonly violations: string[] = [];
  readonly counts = { sent: 0, acknowledged: 0, broadcast: 0, stored: 0 };
  /** By the id of the block that the op adds. */
  private readonly sent = new Map<string, SentOp>();
  /** Entries that clients were sent and that were not compared with the log yet, by seq. */
  private received = new Map<number, string>();
  private acknowledgements: Omit<StreamEntry, 'patch'>[] = [];
  /** The texts of the stored acknowledgements, by seq. */
  private readonly stored = new Map<number, string>();
  private readonly storedOps = new Set<string>();
  /** The newest op of each client in the log. */
  private readonly lastMids = new Map<string, number>();
  private readonly digests = new WeakMap<StreamEntry, string>();
  private page: Page;
  private head: number;
  private epoch = 0;

  constructor({ page }: StagePage) {
    this.page = page;
    this.head = page.revision;
  }

  /** A client has made an op, which adds a block of this id. */
  noteSent(uuid: string, clientId: string | null, mid: number): void {
    this.counts.sent += 1;
    this.sent.set(uuid, { name: clientId === null ? null : nameOf(clientId, mid) });
  }

  /** A client was sent an entry. */
  noteReceived(entry: StreamEntry): void {
    this.counts.broadcast += 1;
    const digest = this.digestOf(entry);
    const other = this.received.get(entry.seq);
    if (other === undefined) this.received.set(entry.seq, digest);
    else if (other !== digest)
      this.violate('I4', `clients were sent different entries ${String(entry.seq)}`);
  }

  /** A client was told what became of its op. */
  noteAcknowledged({
    patch: _,
    ...ack
  }: StreamEntry | (Omit<StreamEntry, 'patch'> & { patch?: undefined })): void {
    this.counts.acknowledged += 1;
    this.acknowledgements.push(ack);
  }

  violate(rule: string, problem: string): void {
    this.violations.push(`${rule}: ${problem}`);
  }

  /**
   * Compares what clients have seen with the log, once no client has anything pending.
   *
   * @param rows the whole log, in order.
   * @returns the hash of the page that the log gives.
   */
  check(rows: readonly StoredRow[]): string {
    const patches: PagePatch[] = [];
    const digests = new Map<number, string>();
    for (const row of rows) {
      const seq = Number(row.seq);
      const before = this.stored.get(seq);
      if (before !== undefined) {
        if (before !== row.entry) this.violate('I4', `entry ${String(seq)} was stored differently`);
        continue;
      }
      if (seq !== this.head + 1)
        this.violate('I4', `entry ${String(seq)} follows ${String(this.head)}`);
      this.head = seq;
      this.stored.set(seq, row.entry);
      const patch = JSON.parse(row.patch ?? '{}') as PagePatch;
      const entry = { ...(JSON.parse(row.entry) as StreamEntry), patch };
      digests.set(seq, canonicalJson(entry));
      patches.push(patch);
      this.checkEntry(entry);
    }
    const kept = new Set(rows.map(({ seq }) => Number(seq)));
    for (const seq of this.stored.keys())
      if (!kept.has(seq)) this.violate('I4', `entry ${String(seq)} has disappeared`);
    for (const [seq, digest] of this.received) {
      const stored = digests.get(seq);
      if (stored === undefined && !this.stored.has(seq))
        this.violate('I2', `entry ${String(seq)} was broadcast and is not stored`);
      else if (stored !== undefined && stored !== digest)
        this.violate('I2', `entry ${String(seq)} was broadcast differently`);
    }
    for (const ack of this.acknowledgements) {
      const stored = this.stored.get(ack.seq);
      const name = nameOf(ack.clientId, ack.mid);
      if (stored === undefined || !this.storedOps.has(name))
        this.violate('I1', `op ${name} was acknowledged and is not stored`);
      else if (canonicalJson(JSON.parse(stored)) !== canonicalJson(ack))
        this.violate('I1', `op ${name} was acknowledged differently`);
    }
    const missing = [...this.sent].filter(([uuid]) => !this.storedOps.has(uuid));
    if (missing.length > 0)
      this.violate('I3', `${String(missing.length)} ops were sent and are not stored`);
    this.received = new Map();
    this.acknowledgements = [];
    this.page = replayPatches(this.page, patches);
    return pageHash(this.page);
  }

  private checkEntry({ seq, epoch, clientId, mid, status, code = '', patch }: StreamEntry): void {
    this.counts.stored += 1;
    if (epoch < this.epoch)
      this.violate('I4', `owner ${String(epoch)} stored after ${String(this.epoch)}`);
    this.epoch = Math.max(this.epoch, epoch);
    if (clientId === ROOM_CLIENT_ID) return;
    const name = nameOf(clientId, mid);
    if (mid <= (this.lastMids.get(clientId) ?? 0))
      this.violate('I3', `op ${name} is stored again at ${String(seq)}`);
    this.lastMids.set(clientId, mid);
    this.storedOps.add(name);
    if (status === 'rejected') this.violate('I3', `op ${name} was rejected: ${code}`);
    for (const { uuid } of patch.added ?? []) {
      const op = this.sent.get(uuid);
      if (op === undefined) this.violate('I3', `entry ${String(seq)} adds what nobody has sent`);
      else if (op.name !== null && op.name !== name)
        this.violate('I3', `op ${op.name} is stored as ${name}`);
      if (this.storedOps.has(uuid))
        this.violate('I3', `entry ${String(seq)} adds ${uuid} once more`);
      this.storedOps.add(uuid);
    }
  }

  /** Clients of a room are sent the same text, which is parsed once. */
  private digestOf(entry: StreamEntry): string {
    const known = this.digests.get(entry) ?? canonicalJson(entry);
    this.digests.set(entry, known);
    return known;
  }
}

const nameOf = (clientId: string, mid: number): string => `${clientId} ${String(mid)}`;
