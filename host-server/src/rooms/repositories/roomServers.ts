import type { Knex } from 'knex';

/** A server that owns a room. */
export interface RoomOwner {
  readonly serverId: string;
  /** The version of the messages that it understands. */
  readonly format: number;
}

/** Notes that a server is running, for some time from now on. */
export async function renewServer(
  knex: Knex,
  { serverId, format }: RoomOwner,
  leaseMs: number,
): Promise<void> {
  await knex.raw(
    `INSERT INTO room_servers (id, format, alive_until)
     VALUES (:serverId, :format, clock_timestamp() + :leaseMs * interval '1 ms')
     ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`,
    { serverId, format, leaseMs },
  );
}

/** Notes that a server has stopped. Forgets others that have been killed long ago. */
export async function removeServer(knex: Knex, serverId: string): Promise<void> {
  await knex.raw(
    `DELETE FROM room_servers
     WHERE id = :serverId OR alive_until < clock_timestamp() - interval '1 hour'`,
    { serverId },
  );
}

/** The server that owns the room of a page; null if none does that is running. */
export async function findRoomOwner(knex: Knex, pageId: number): Promise<RoomOwner | null> {
  const { rows } = await knex.raw<{ rows: { id: string; format: number }[] }>(
    `SELECT room_servers.id, room_servers.format
     FROM rooms JOIN room_servers ON room_servers.id = rooms.owner_server
     WHERE rooms.page_id = :pageId AND rooms.owner_seen_at IS NOT NULL
       AND room_servers.alive_until > clock_timestamp()`,
    { pageId },
  );
  const [row] = rows;
  return row ? { serverId: row.id, format: row.format } : null;
}

/** Whether a server is running. */
export async function isServerAlive(knex: Knex, serverId: string): Promise<boolean> {
  const { rows } = await knex.raw<{ rows: unknown[] }>(
    'SELECT FROM room_servers WHERE id = :serverId AND alive_until > clock_timestamp()',
    { serverId },
  );
  return rows.length > 0;
}
