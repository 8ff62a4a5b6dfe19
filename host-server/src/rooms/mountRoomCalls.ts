import type { DraftResponse } from '@cobble/engine/collaboration';
import type { Knex } from 'knex';
import { calls } from '../contract/index.ts';
import { JsonText } from '../http/JsonText.ts';
import type { Mount } from '../http/mountCall.ts';
import { findPageById } from '../pages/repositories/pages.ts';
import { ApiError } from '../shared/ApiError.ts';
import type { Clock } from '../shared/clock.ts';
import { findMembers } from './repositories/roomMembers.ts';
import type { PageRooms } from './forwarding/SharedRooms.ts';
import { requireTime } from './requireTime.ts';

/** What the calls of rooms need. */
export interface RoomCallServices {
  readonly knex: Knex;
  readonly clock: Clock;
  readonly rooms: Pick<PageRooms, 'draftText' | 'budgets'>;
  /** See `Configuration`. */
  readonly hasLiveRooms: boolean;
}

/** Mounts the call that reads a draft from its room, if the server has live rooms. */
export function mountRoomCalls(
  mount: Mount,
  { knex, clock, rooms, hasLiveRooms }: RoomCallServices,
): void {
  // Opening the room of a large page occupies the server.
  if (!hasLiveRooms) return;
  mount(calls.requestDraft, {
    access: 'account',
    limitPerAccount: 'roomConnectionsPerAccount',
    async handle({ session, params, body }): Promise<DraftResponse | JsonText> {
      requireTime(rooms.budgets, session.account.id);
      const visit = { sessionId: session.id, pageId: params.id };
      const isMember = async (): Promise<boolean> =>
        Boolean((await findMembers(knex, [visit], clock()))[0]);
      const page = (await isMember()) ? await findPageById(knex, params.id) : null;
      const { ID, revision } = body.latestPublishedPage;
      if (page?.id !== ID) throw new ApiError('page_does_not_exist');
      // Opening the room takes longer than this.
      if (page.head <= revision) return { type: 'send-draft', body: { draft: null } };
      const json = await rooms.draftText(page.id, session.account.id, body);
      if (json === null) throw new ApiError('err_unavailable', { retryAfterSeconds: 1 });
      // It may have waited for seconds.
      if (!(await isMember())) throw new ApiError('page_does_not_exist');
      return new JsonText(json);
    },
  });
}
