import { embedThumbnails } from '@cobble/renderer-static';
import type { Knex } from 'knex';
import { calls } from '../contract/index.ts';
import type { Mount } from '../http/mountCall.ts';
import type { EmbedImages } from './EmbedImages.ts';
import { findEmbedImagesByAddress } from './findEmbedImages.ts';

/** Dependencies of the call on embed images. */
export interface EmbedImageCallServices {
  readonly knex: Knex;
  readonly embedImages: Pick<EmbedImages, 'findOrFetch'>;
}

/** Serves the call that finds our copies of other sites' images. */
export function mountEmbedImageCalls(mount: Mount, services: EmbedImageCallServices): void {
  mount(calls.findEmbedImages, {
    access: 'anyone',
    limitPerIp: 'embedImagesPerIp',
    async handle({ session, body: { embeds } }) {
      const addresses = [...embedThumbnails({ things: embeds }).keys()];
      const found = session?.account
        ? await services.embedImages.findOrFetch(addresses)
        : await findEmbedImagesByAddress(services.knex, addresses);
      return { images: Object.fromEntries(found) };
    },
  });
}
