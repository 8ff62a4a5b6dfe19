import { embedThumbnails } from '@cobble/renderer-static';
import type { Mount } from '../app/mountCall.ts';
import type { Services } from '../app/Services.ts';
import { calls, planOf } from '../contract/index.ts';
import { findCopies } from '../embed-images/embedImagesOn.ts';
import { createGate } from './gate.ts';
import { makeMediaName } from './mediaName.ts';
import { readUpload } from './readUpload.ts';
import { reencodeImage } from './reencodeImage.ts';
import { findStoredImages } from './imagesOn.ts';
import { insertAsset } from './repositories/assets.ts';
import { insertImage } from './repositories/images.ts';

const DECODED_AT_ONCE = 2;

/** Serves uploads. */
export function mountMediaCalls(mount: Mount, services: Services): void {
  const { knex, clock, media, uploadSigner, images } = services;
  const decode = createGate(DECODED_AT_ONCE);

  mount(calls.signUpload, {
    access: 'account',
    limitPerAccount: 'uploadsPerAccount',
    handle: ({ session }) => Promise.resolve(uploadSigner.sign(session.account.id)),
  });

  mount(calls.uploadAsset, {
    access: 'account',
    limitPerAccount: 'uploadsPerAccount',
    multipart: true,
    async handle({ session, request }) {
      const { account } = session;
      const { file } = await readUpload(request, {
        maxMb: planOf(account.roles).maxUploadMb,
        admit: (fields) => uploadSigner.isValid(account.id, fields),
      });
      const { type, content, width, height } = await decode(() => reencodeImage(file));
      const name = makeMediaName(type);
      await media.put(name, content);
      try {
        const asset = { accountId: account.id, name, bytes: content.length, width, height };
        await knex.transaction(async (transaction) => {
          await insertAsset(transaction, { ...asset, now: clock() });
          await insertImage(transaction, name);
        });
      } catch (error) {
        await media.remove(name);
        throw error;
      }
      // Nobody waits for them: a page shows the image as it is until they are there.
      images.start();
      return { url: `/assets/${name}`, width, height };
    },
  });

  mount(calls.findEmbedImages, {
    access: 'anyone',
    limitPerIp: 'embedImagesPerIp',
    async handle({ session, body: { embeds } }) {
      const addresses = [...embedThumbnails({ things: embeds }).keys()];
      const known = session?.account
        ? await services.embedImages.findSoon(addresses)
        : await findCopies(knex, addresses);
      return { images: Object.fromEntries(known) };
    },
  });

  mount(calls.listImages, {
    access: 'anyone',
    handle: async ({ query }) => ({
      images: Object.fromEntries(await findStoredImages(knex, query.names)),
    }),
  });
}
