import type { RoomRole } from '@cobble/engine/collaboration';
import type { Knex } from 'knex';
import { ROLES_OF_ACCOUNT } from '../../accounts/repositories/accounts.ts';
import type { Role } from '../../contract/index.ts';

/** A browser that wants to be in the room of a page. */
export interface Visit {
  readonly sessionId: string;
  readonly pageId: number;
}

/** What a browser may do in the room of a page. */
export interface RoomMember {
  readonly accountId: number;
  /** The username. */
  readonly name: string;
  readonly role: RoomRole;
  /** Whether the page is the sandbox, where members may only play: see `onlyPlaying`. */
  readonly isInSandbox: boolean;
}

/**
 * The members that visits belong to, in order: null for one whose session has ended, whose page does
 * not exist, or whose account may not see the page's draft. Of a disabled page, only its owner sees
 * it, without editing. Every account edits the sandbox.
 */
export async function findMembers(
  knex: Knex,
  visits: readonly Visit[],
  now: Date,
): Promise<readonly (RoomMember | null)[]> {
  const { rows } = await knex.raw<{
    rows: {
      position: number;
      account_id: number;
      username: string;
      role: RoomRole;
      is_sandbox: boolean;
    }[];
  }>(
    `SELECT position::int, accounts.id AS account_id, accounts.username,
       pages.is_sandbox, CASE
         WHEN pages.is_sandbox THEN 'editor'
         WHEN pages.account_id <> accounts.id THEN page_roles.role
         WHEN pages.is_disabled THEN 'viewer'
         ELSE 'owner'
       END AS role
     FROM unnest(:sessions::bigint[], :pages::int[])
       WITH ORDINALITY AS visit (session_id, page_id, position)
     JOIN sessions ON sessions.id = visit.session_id AND sessions.expires_at > :now
     JOIN accounts ON accounts.id = sessions.account_id
     JOIN pages ON pages.id = visit.page_id
     LEFT JOIN page_roles
       ON page_roles.page_id = pages.id AND page_roles.account_id = accounts.id
     WHERE pages.account_id = accounts.id
       OR (page_roles.role IS NOT NULL OR pages.is_sandbox) AND NOT pages.is_disabled`,
    {
      sessions: visits.map(({ sessionId }) => sessionId),
      pages: visits.map(({ pageId }) => pageId),
      now,
    },
  );
  const members = new Map(
    rows.map(({ position, account_id, username, role, is_sandbox }): [number, RoomMember] => [
      position,
      { accountId: account_id, name: username, role, isInSandbox: is_sandbox },
    ]),
  );
  return visits.map((_, index) => members.get(index + 1) ?? null);
}

/** Who owns a page, and their roles. */
export interface PageOwner {
  readonly id: number;
  readonly roles: readonly Role[];
}

/** The owner of each of these pages that exists, by the page's id. */
export async function findOwners(
  knex: Knex,
  pageIds: readonly number[],
): Promise<ReadonlyMap<number, PageOwner>> {
  const rows = await knex('pages')
    .join('accounts', 'accounts.id', 'pages.account_id')
    .whereIn('pages.id', [...pageIds])
    .select<{ page_id: number; id: number; roles: Role[] }[]>(
      'pages.id AS page_id',
      'accounts.id AS id',
      knex.raw(`${ROLES_OF_ACCOUNT} AS roles`),
    );
  return new Map(rows.map(({ page_id: pageId, id, roles }) => [pageId, { id, roles }]));
}
