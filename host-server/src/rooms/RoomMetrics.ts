import type { RoomEvent } from '@cobble/engine/collaboration';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What each scrape reads. */
export interface RoomGauges {
  /** How many rooms are open on this server. */
  readonly rooms: () => number;
  /** How many connections have not joined a room yet, and how many have. */
  readonly sockets: () => { readonly joining: number; readonly joined: number };
}

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
const ENTRIES = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const BYTES = [1e3, 1e4, 1e5, 3e5, 1e6, 3e6, 1e7, 3e7];

/**
 * What is measured about the rooms of a server. Labels are codes of the server's own: no client can
 * add a series.
 */
export class RoomMetrics {
  private readonly registry: Registry;
  private readonly ops: Counter<'outcome' | 'code'>;
  private readonly acknowledgements: Histogram;
  private readonly storing: Histogram;
  private readonly batches: Histogram;
  private readonly messagesRefused: Counter<'code'>;
  private readonly locksRefused: Counter<'code'>;
  private readonly opened: Counter<'previous'>;
  private readonly closed: Counter<'reason'>;
  private readonly failures: Counter;
  private readonly snapshots: Histogram;
  private readonly snapshotFailures: Counter;
  private readonly refused: Counter<'reason'>;
  private readonly ended: Counter<'reason'>;
  private readonly bytes: Counter<'direction'>;

  constructor(registry: Registry) {
    this.registry = registry;
    const count = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name: `cobble_room_${name}_total`, help, labelNames, registers: [registry] });
    const measure = (name: string, help: string, buckets: number[]) =>
      new Histogram({ name: `cobble_room_${name}`, help, buckets, registers: [registry] });
    this.ops = count('ops', 'Ops that were stored, by outcome and code', 'outcome', 'code');
    this.acknowledgements = measure(
      'acknowledgement_seconds',
      'Time from the arrival of an op until it was stored and sent to everyone',
      SECONDS,
    );
    this.storing = measure(
      'storing_seconds',
      'Time that Postgres took to store a batch of ops',
      SECONDS,
    );
    this.batches = measure('batch_ops', 'Ops in a stored batch', ENTRIES);
    this.messagesRefused = count(
      'messages_refused',
      'Messages that rooms refused, by code',
      'code',
    );
    this.locksRefused = count('locks_refused', 'Locks that rooms refused, by code', 'code');
    this.opened = count(
      'opened',
      'Rooms that were opened; "present" if the previous owner had not closed the room',
      'previous',
    );
    this.closed = count('closed', 'Rooms that ended, by reason', 'reason');
    this.failures = count('failures', 'Errors from which rooms recovered');
    this.snapshots = measure('snapshot_bytes', 'Size of stored snapshots', BYTES);
    this.snapshotFailures = count('snapshot_failures', 'Snapshots that could not be stored');
    this.refused = count(
      'connections_refused',
      'Connections that were refused, by reason',
      'reason',
    );
    this.ended = count('connections_closed', 'Connections that ended, by reason', 'reason');
    this.bytes = count('bytes', 'Bytes of messages, before WebSocket framing', 'direction');
  }

  /** Measures what is open at each scrape. */
  watch({ rooms, sockets }: RoomGauges): void {
    const registers = [this.registry];
    new Gauge({
      ...{ name: 'cobble_rooms_open', help: 'Rooms that are open on this server', registers },
      collect() {
        this.set(rooms());
      },
    });
    new Gauge({
      ...{ name: 'cobble_room_sockets', help: 'Connections to rooms, by state', registers },
      labelNames: ['state'],
      collect() {
        for (const [state, count] of Object.entries(sockets())) this.set({ state }, count);
      },
    });
  }

  /** Counts an event of a room. */
  count(event: RoomEvent): void {
    if (event.type === 'opened')
      this.opened.inc({ previous: event.previousOwnerQuietMs === null ? 'none' : 'present' });
    else if (event.type === 'refused') this.messagesRefused.inc({ code: event.code });
    else if (event.type === 'locks-refused')
      this.locksRefused.inc({ code: event.code }, event.count);
    else {
      this.storing.observe(event.storingMs / 1000);
      this.batches.observe(event.ops.length);
      for (const { status, code = '', waitedMs } of event.ops) {
        this.ops.inc({ outcome: status, code });
        this.acknowledgements.observe(waitedMs / 1000);
      }
    }
  }

  roomClosed(reason: string): void {
    this.closed.inc({ reason });
  }

  roomFailed(): void {
    this.failures.inc();
  }

  snapshotStored(bytes: number): void {
    this.snapshots.observe(bytes);
  }

  snapshotFailed(): void {
    this.snapshotFailures.inc();
  }

  connectionRefused(reason: string): void {
    this.refused.inc({ reason });
  }

  connectionClosed(reason: string): void {
    this.ended.inc({ reason });
  }

  received(bytes: number): void {
    this.bytes.inc({ direction: 'received' }, bytes);
  }

  sent(bytes: number): void {
    this.bytes.inc({ direction: 'sent' }, bytes);
  }
}
