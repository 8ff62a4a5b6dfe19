import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { LimitedLog } from '../../shared/LimitedLog.ts';
import { loggable } from '../../shared/logRedaction.ts';

/** How many connections are forwarded. */
export interface ForwardingGauges {
  /** Of browsers at this server, to rooms of others. */
  readonly sent: () => number;
  /** Of browsers at other servers, to rooms of this one. */
  readonly received: () => number;
}

/** What a server reports about the rooms that it shares with others. */
export class ForwardingReports {
  private readonly log: LimitedLog;
  private readonly registry: Registry | null;
  private readonly messages: Counter<'direction'> | null;
  private readonly redisFailures: Counter | null;
  private readonly takeOvers: Counter | null;
  private readonly garbage: Counter | null;
  /** Whether Redis is known to be gone, so that one line says so. */
  private isDown = false;

  constructor({ log, metrics }: { readonly log: Logger; readonly metrics: Registry | null }) {
    this.log = new LimitedLog(log);
    this.registry = metrics;
    const count = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      metrics &&
      new Counter({ name: `cobble_room_${name}_total`, help, labelNames, registers: [metrics] });
    this.messages = count(
      'forwarded_messages',
      'Messages between servers; one to several clients of a server counts once',
      'direction',
    );
    this.redisFailures = count(
      'redis_failures',
      'Lost connections to Redis and failed attempts to connect',
    );
    this.takeOvers = count('take_overs', 'Rooms taken over from servers that had not closed them');
    this.garbage = count(
      'forwarded_garbage',
      'What arrived through Redis that no server of this version sends',
    );
  }

  /** Measures what is forwarded whenever somebody asks. */
  watch({ sent, received }: ForwardingGauges): void {
    if (!this.registry) return;
    new Gauge({
      name: 'cobble_room_forwarded_connections',
      help: 'Connections here to rooms of other servers (sent), and there to rooms of this one (received)',
      labelNames: ['direction'],
      registers: [this.registry],
      collect() {
        this.set({ direction: 'sent' }, sent());
        this.set({ direction: 'received' }, received());
      },
    });
  }

  messageSent(): void {
    this.messages?.inc({ direction: 'sent' });
  }

  messageReceived(): void {
    this.messages?.inc({ direction: 'received' });
  }

  /** Something arrived that no server of this version sends. */
  garbageReceived(): void {
    this.garbage?.inc();
  }

  /** What another server has sent could not be handled. */
  lineFailed(error: unknown): void {
    this.write('error', 'A message from another server could not be handled', error);
  }

  /** A room was taken over from a server that has not given it up. */
  tookOver(): void {
    this.takeOvers?.inc();
  }

  redisUp(): void {
    if (this.isDown) this.log.write('info', 'Redis is available again', '', {});
    this.isDown = false;
  }

  redisDown(error: unknown): void {
    this.redisFailures?.inc();
    if (!this.isDown)
      this.write(
        'error',
        'Redis is not available: rooms of other servers cannot be reached',
        error,
      );
    this.isDown = true;
  }

  /** This server could not note that it is running. */
  leaseFailed(error: unknown): void {
    this.write('error', 'The lease of this server could not be renewed', error);
  }

  /** This server could not note that it has stopped: its rooms are free when its lease has run out. */
  leaseKept(error: unknown): void {
    this.write('warn', 'The lease of this server could not be ended', error);
  }

  /** The owner of a room could not be found, to be told something. */
  ownerNotFound(error: unknown): void {
    this.write('warn', 'The owner of a room could not be notified', error);
  }

  /** Writes how many lines were left out. */
  close(): void {
    this.log.startWindow();
  }

  private write(level: 'warn' | 'error', message: string, error: unknown): void {
    this.log.write(level, message, '', { error: loggable(error) });
  }
}
