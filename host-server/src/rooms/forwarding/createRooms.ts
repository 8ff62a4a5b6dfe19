import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { RoomReports } from '../RoomReports.ts';
import { Rooms } from '../Rooms.ts';
import { ForwardingReports } from './ForwardingReports.ts';
import { ServerLease } from './ServerLease.ts';
import { type PageRooms, SharedRooms } from './SharedRooms.ts';

/** Creates the rooms of a server. With a Redis, it shares them with the others that use the same. */
export async function createRooms({
  redisUrl,
  leaseKnex,
  metrics,
  ...services
}: {
  readonly knex: Knex;
  /** For the lease of the server alone. */
  readonly leaseKnex: Knex;
  readonly log: Logger;
  readonly roomReports: RoomReports;
  readonly metrics: Registry | null;
  /** Null for a single server. */
  readonly redisUrl: string | null;
}): Promise<PageRooms> {
  if (redisUrl === null) return new Rooms(services);
  const serverId = randomUUID();
  const reports = new ForwardingReports({ log: services.log, metrics });
  const lease = new ServerLease({ knex: services.knex, leaseKnex, reports }, serverId);
  // Before anybody connects: without it, its rooms would be anyone's.
  await lease.begin();
  const server = {
    id: serverId,
    onTakeOver: () => {
      reports.tookOver();
    },
  };
  const rooms = new Rooms({ ...services, server });
  return new SharedRooms({ rooms, lease, serverId, redisUrl, reports });
}
