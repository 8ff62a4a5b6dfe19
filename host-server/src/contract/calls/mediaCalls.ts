import { z } from 'zod';
import { defineCall } from '../defineCall.ts';
import { embedsSchema, imageNamesSchema, imageSchema } from '../image.ts';
import { none } from './shapes.ts';

/** Uploads, images and fonts. */
export const mediaCalls = {
  /**
   * The portrait of a page by its public address, as JPEG: of what is published to anyone who may see
   * it, and to its owner of what was never published, too. `v` is not read: it has a browser fetch a
   * newer one.
   */
  getPagePreview: defineCall({
    method: 'GET',
    path: '/preview',
    query: z.object({ url: z.string().max(2048), v: z.string().max(100).optional() }),
    body: none,
    // Not JSON: the server sends it itself, and clients show it.
    response: z.unknown(),
    errors: ['page_does_not_exist', 'err_unavailable', 'err_rate_limited'],
  }),
  /** Families of the catalogue whose files this server has, in the order of names. */
  listFonts: defineCall({
    method: 'GET',
    path: '/font/all',
    query: none,
    body: none,
    response: z.object({ families: z.array(z.string()) }),
    errors: [],
  }),
  /** What is known of stored images, by address; of those whose other files have been made. */
  listImages: defineCall({
    method: 'GET',
    path: '/asset/picture/all',
    query: z.object({ names: imageNamesSchema }),
    body: none,
    response: z.object({ images: z.record(z.string(), imageSchema) }),
    errors: [],
  }),
  /**
   * The product's own copies of the images that other sites have of what blocks show of them, by
   * the sites' addresses (`embedThumbnails`). Who has an account has missing ones fetched, and
   * waits for them a little.
   */
  findEmbedImages: defineCall({
    method: 'POST',
    path: '/asset/embed-picture',
    query: none,
    body: z.object({ embeds: embedsSchema }),
    response: z.object({ images: z.record(z.string(), imageSchema) }),
    errors: [],
  }),
  /** Leave to upload; sent with each upload, refreshed every UPLOAD_SIGNATURE_REFRESH_MS. */
  signUpload: defineCall({
    method: 'POST',
    path: '/asset/upload/signature',
    query: none,
    body: none,
    response: z.object({
      expiration: z.string(),
      signature: z.string(),
      accountSignature: z.string(),
    }),
    errors: ['err_unauthorized'],
  }),
  /**
   * multipart/form-data with the fields expiration, signature, accountSignature and then one `file`.
   * The image is decoded and re-encoded; `url` is its address for a page.
   */
  uploadAsset: defineCall({
    method: 'POST',
    path: '/asset/upload',
    query: none,
    body: z.instanceof(FormData),
    response: z.object({
      url: z.string(),
      width: z.number().int(),
      height: z.number().int(),
    }),
    errors: [
      'err_unauthorized',
      'upload_signature_expired',
      'upload_unsupported_type',
      'upload_too_large',
      'upload_too_many',
    ],
  }),
} as const;
