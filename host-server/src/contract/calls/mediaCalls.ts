import { z } from 'zod';
import { defineCall, none } from '../defineCall.ts';
import { embedsSchema, imageNamesSchema, imageSchema } from '../image.ts';

/** Uploads, images and fonts. */
export const mediaCalls = {
  /**
   * The portrait image of a page, by its public URL, as JPEG. Anyone gets the image of a public
   * page; its owner also gets that of a private, restricted or disabled page, or of a draft that
   * was never published. `v` is ignored; changing it bypasses the browser's cache.
   */
  getPagePreview: defineCall({
    method: 'GET',
    path: '/preview',
    query: z.object({ url: z.string().max(2048), v: z.string().max(100).optional() }),
    body: none,
    // Not JSON: the handler sends an image.
    response: z.unknown(),
    errors: ['page_does_not_exist', 'err_unavailable', 'err_rate_limited'],
  }),
  /** The font families whose files this server has, sorted by name. */
  listFonts: defineCall({
    method: 'GET',
    path: '/font/all',
    query: none,
    body: none,
    response: z.object({ families: z.array(z.string()) }),
    errors: [],
  }),
  /** Stored images whose variants have been made, by URL. */
  listImages: defineCall({
    method: 'GET',
    path: '/asset/picture/all',
    query: z.object({ names: imageNamesSchema }),
    body: none,
    response: z.object({ images: z.record(z.string(), imageSchema) }),
    errors: [],
  }),
  /**
   * The thumbnails of embeds by the URLs of their originals (`embedThumbnails`). For a
   * signed-in account, the call requests missing ones and waits briefly for them.
   */
  findEmbedThumbnails: defineCall({
    method: 'POST',
    path: '/asset/embed-picture',
    query: none,
    body: z.object({ embeds: embedsSchema }),
    response: z.object({ images: z.record(z.string(), imageSchema) }),
    errors: [],
  }),
  /**
   * A signed permission to upload, sent with each upload. The client refreshes it before it
   * expires.
   */
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
   * multipart/form-data with the fields expiration, signature and accountSignature, then one
   * `file`. The image is decoded and encoded again; `url` is its address in pages.
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
      'storage_quota_exceeded',
      'err_rate_limited',
      'err_unavailable',
    ],
  }),
} as const;
