import { SMALL_JSON } from '../http/readJsonBody.ts';
import { embedThumbnails } from '@cobble/renderer-static';
import type { Knex } from 'knex';
import { calls } from '../contract/index.ts';
import type { Mount } from '../http/mountCall.ts';
import type { EmbedThumbnails } from './EmbedThumbnails.ts';
import { findEmbedThumbnailsByAddress } from './findEmbedThumbnails.ts';

/** Dependencies of {@link mountEmbedThumbnailCalls}. */
export interface EmbedThumbnailCallServices {
  readonly knex: Knex;
  readonly embedThumbnails: Pick<EmbedThumbnails, 'findOrFetch'>;
}

/** A hundred embeds with addresses of 2,000 characters fit. */
const EMBEDS_JSON = { ...SMALL_JSON, bytes: 256 * 1024 };

/** Mounts the call that finds embed thumbnails. */
export function mountEmbedThumbnailCalls(mount: Mount, services: EmbedThumbnailCallServices): void {
  mount(calls.findEmbedThumbnails, {
    access: 'anyone',
    limitPerIp: 'embedThumbnailsPerIp',
    limitPerAccount: 'embedThumbnailsPerAccount',
    json: EMBEDS_JSON,
    async handle({ session, body: { embeds } }) {
      const addresses = [...embedThumbnails({ things: embeds }).keys()];
      const found = session?.account
        ? await services.embedThumbnails.findOrFetch(session.account.id, addresses)
        : await findEmbedThumbnailsByAddress(services.knex, addresses);
      return { images: Object.fromEntries(found) };
    },
  });
}
