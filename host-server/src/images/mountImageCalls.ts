import type { Knex } from 'knex';
import type { MediaStore } from '../media-store/MediaStore.ts';
import type { Clock } from '../shared/clock.ts';
import type { VariantMaker } from './VariantMaker.ts';
import { type ImageDecoder, MAX_UPLOAD_MS } from './ImageDecoder.ts';
import type { UploadSigner } from './UploadSigner.ts';
import { lockAccount } from '../accounts/repositories/accounts.ts';
import { inAccountTurn } from '../accounts/inAccountTurn.ts';
import { requireStorage, requireStorageFor } from '../accounts/storage.ts';
import { ApiError } from '../shared/ApiError.ts';
import type { Mount } from '../http/mountCall.ts';
import { calls, planOf } from '../contract/index.ts';
import { makeMediaName } from '../media-store/mediaName.ts';
import type { BodyTurns } from '../http/BodyTurns.ts';
import { connectionSignal } from '../http/connectionSignal.ts';
import type { UploadSpool } from '../http/UploadSpool.ts';
import { readUpload } from '../http/readUpload.ts';
import { findImagesByName } from './findImages.ts';
import { insertAsset } from './repositories/assets.ts';
import { insertImage } from './repositories/images.ts';

/** Dependencies of the calls for images. */
export interface ImageCallServices {
  readonly knex: Knex;
  readonly clock: Clock;
  readonly media: MediaStore;
  readonly uploadSigner: UploadSigner;
  readonly uploadSpool: UploadSpool;
  readonly bodyTurns: BodyTurns;
  readonly imageDecoder: ImageDecoder;
  readonly images: Pick<VariantMaker, 'start'>;
}

/** Mounts the calls that upload images and list variants. */
export function mountImageCalls(mount: Mount, services: ImageCallServices): void {
  const { knex, clock, media, uploadSigner, uploadSpool, bodyTurns, imageDecoder, images } =
    services;

  mount(calls.signUpload, {
    access: 'account',
    limitPerAccount: 'uploadsPerAccount',
    handle({ session }) {
      // An upload follows.
      imageDecoder.prepare();
      return Promise.resolve(uploadSigner.sign(session.account.id));
    },
  });

  mount(calls.uploadAsset, {
    access: 'account',
    limitPerAccount: 'uploadsPerAccount',
    multipart: true,
    async handle({ session, request, response, ip }) {
      const { account } = session;
      const signal = connectionSignal(response);
      requireStorageFor(account, 1);
      const { type, content, width, height } = await readUpload(
        request,
        {
          spool: uploadSpool,
          turns: bodyTurns,
          address: ip,
          maxMb: planOf(account.roles).maxUploadMb,
          admit: (fields) => uploadSigner.isValid(account.id, fields),
        },
        ({ file }) => {
          response.setTimeout(MAX_UPLOAD_MS);
          return imageDecoder.reencode(account.id, file.path, signal);
        },
      );
      signal.throwIfAborted();
      const name = makeMediaName(type);
      await media.put(name, content);
      try {
        const asset = { accountId: account.id, name, bytes: content.length, width, height };
        const store = async (transaction: Knex): Promise<void> => {
          const owner = await lockAccount(transaction, account.id);
          if (owner === null) throw new ApiError('err_unauthorized');
          await insertAsset(transaction, { ...asset, now: clock() });
          await insertImage(transaction, name);
          await requireStorage(transaction, owner);
        };
        await inAccountTurn(knex, account.id, () => knex.transaction(store));
      } catch (error) {
        await media.remove(name);
        throw error;
      }
      // Not awaited: pages show the original until the variants exist.
      images.start();
      return { url: `/assets/${name}`, width, height };
    },
  });

  mount(calls.listImages, {
    access: 'anyone',
    handle: async ({ query }) => ({
      images: Object.fromEntries(await findImagesByName(knex, query.names)),
    }),
  });
}
