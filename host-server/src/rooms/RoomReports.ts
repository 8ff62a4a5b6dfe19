import type { CloseReason, RoomEvent } from '@cobble/engine/collaboration';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { ErrorCode } from '../contract/index.ts';
import { LimitedLog } from '../shared/LimitedLog.ts';
import { loggable } from '../shared/logRedaction.ts';
import { type RoomGauges, RoomMetrics } from './RoomMetrics.ts';

/**
 * Why a connection to a room was refused: a code of the API, or
 *
 * - `origin`: it comes from another site, or from nowhere
 * - `no_account`: without a session that has an account
 * - `server_full`, `address_full`, `account_full`: too many connections
 * - `too_many_bytes`: its account has sent too much
 * - `too_much_work`: too much time was spent on its account
 * - `stopping`: the server is being stopped
 */
export type ConnectionRefusal =
  | ErrorCode
  | 'origin'
  | 'no_account'
  | 'server_full'
  | 'address_full'
  | 'account_full'
  | 'too_many_bytes'
  | 'too_much_work'
  | 'stopping';

/**
 * Why a connection to a room has ended: a reason of the room, or
 *
 * - `left`: by its client or the network; `timed_out`: it did not respond
 * - `access_ended`: its session has ended, or its account may not see the page any more
 * - `too_many_bytes`: its account has sent too much
 * - `unexpected_packet`: it sent what no client of ours sends
 */
export type ConnectionEnd =
  CloseReason | 'left' | 'timed_out' | 'access_ended' | 'too_many_bytes' | 'unexpected_packet';

/** The ends that a client has caused by what it sent or did not read. */
const CUT_OFF: ReadonlySet<ConnectionEnd> = new Set<ConnectionEnd>([
  'too_slow',
  'malformed_messages',
  'too_many_bytes',
  'unexpected_packet',
]);

/** Whom a line in the log is about. */
export interface ReportedConnection {
  readonly accountId?: number | undefined;
  readonly pageId?: number | undefined;
}

/**
 * What the rooms of a server report about themselves: metrics, if the server has them, and lines in
 * the log. Both have ids, codes and figures only: no content, names, addresses or cookies.
 */
export class RoomReports {
  private readonly metrics: RoomMetrics | null;
  private readonly log: LimitedLog;

  constructor({
    log,
    metrics = null,
  }: {
    readonly log: Logger;
    readonly metrics?: Registry | null;
  }) {
    this.log = new LimitedLog(log);
    this.metrics = metrics && new RoomMetrics(metrics);
  }

  /** Measures what is open whenever somebody asks. */
  watch(gauges: RoomGauges): void {
    this.metrics?.watch(gauges);
  }

  /**
   * The `onEvent` of a page's room.
   *
   * @param ownerId the account that owns the page: an account with many pages writes no more lines
   *   than one with few.
   */
  eventsOf(pageId: number, ownerId: number): (event: RoomEvent) => void {
    const about = aboutPage(pageId, ownerId);
    return (event) => {
      this.metrics?.count(event);
      if (event.type === 'opened') {
        const { type: _, ...figures } = event;
        this.log.write('info', 'A room was opened', about, { pageId, ...figures });
      } else if (event.type === 'stored')
        for (const { accountId, code } of event.ops)
          if (code === 'malformed')
            this.log.write('warn', 'An op was malformed', accountId, { pageId, accountId });
    };
  }

  /** A room has given its page up, or another server has taken it over. */
  roomClosed(pageId: number, reason: CloseReason, ownerId: number): void {
    this.metrics?.roomClosed(reason);
    const about = aboutPage(pageId, ownerId);
    this.log.write('info', 'A room was closed', about, { pageId, reason });
  }

  /** A room has recovered from an error. */
  roomFailed(pageId: number, error: unknown, ownerId: number): void {
    this.metrics?.roomFailed();
    const fields = { pageId, error: loggable(error) };
    const about = aboutPage(pageId, ownerId);
    this.log.write('error', 'A room has recovered from an error', about, fields);
  }

  /** Part of a page that was opened could not be migrated. */
  notMigrated(pageId: number, code: string, ownerId: number): void {
    const message = 'Part of a page could not be migrated';
    this.log.write('info', message, aboutPage(pageId, ownerId), { pageId, code });
  }

  snapshotStored(bytes: number): void {
    this.metrics?.snapshotStored(bytes);
  }

  /** Counts a snapshot that was not stored; its room reports the error. */
  snapshotFailed(): void {
    this.metrics?.snapshotFailed();
  }

  /** @param address whose lines are counted together if the account is not known; not logged. */
  connectionRefused(
    reason: ConnectionRefusal,
    address: string,
    who: ReportedConnection = {},
  ): void {
    this.metrics?.connectionRefused(reason);
    const fields = { reason, ...who };
    this.log.write('info', 'A connection to a room was refused', who.accountId ?? address, fields);
  }

  /** A connection was refused because of an error. */
  connectionFailed(error: unknown): void {
    const fields = { error: loggable(error) };
    this.log.write('error', 'A connection to a room failed', '', fields);
  }

  /** @param bufferedBytes what its client has not read. */
  connectionClosed(reason: ConnectionEnd, who: ReportedConnection, bufferedBytes: number): void {
    this.metrics?.connectionClosed(reason);
    if (!CUT_OFF.has(reason)) return;
    const fields = { reason, ...who, bufferedBytes };
    this.log.write('warn', 'A client of a room was cut off', who.accountId ?? 0, fields);
  }

  /** Whether bytes are counted; nobody need add them up otherwise. */
  get countsBytes(): boolean {
    return this.metrics !== null;
  }

  received(bytes: number): void {
    this.metrics?.received(bytes);
  }

  sent(bytes: number): void {
    this.metrics?.sent(bytes);
  }

  /** Writes how many lines were left out. */
  close(): void {
    this.log.startWindow();
  }
}

/** What a line about a page counts with: ids of pages and accounts may be the same. */
function aboutPage(pageId: number, ownerId: number): readonly string[] {
  return [`page ${String(pageId)}`, `owner ${String(ownerId)}`];
}
