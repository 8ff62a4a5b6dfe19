import { calls } from '@cobble/host-server/contract';
import type { z } from 'zod';
import { ApiError } from '../../api/ApiError.ts';
import { readError } from '../../api/readError.ts';
import type { UploadService } from '@cobble/renderer-konva/editor';

/** How long a signature is reused, ms. */
export const UPLOAD_SIGNATURE_REFRESH_MS = 13_800_000;

type Signature = z.output<(typeof calls.signUpload)['response']>;

/**
 * Creates the upload service. It caches the signature until it is too old or the server refuses it:
 * because it has expired, or because the user has signed in to another account. Then the image is
 * sent once more, with a new one.
 *
 * @param sign requests a signature
 */
export function createUploader(
  sign: () => Promise<Signature>,
  { now = Date.now, send = sendForm } = {},
): UploadService['upload'] {
  let cached: { readonly signature: Signature; readonly atMs: number } | null = null;
  return async (file, options) => {
    for (let attempt = 1; ; attempt += 1) {
      if (!cached || now() - cached.atMs > UPLOAD_SIGNATURE_REFRESH_MS)
        cached = { signature: await sign(), atMs: now() };
      // The request would not notice: its listener is added later.
      options.signal.throwIfAborted();
      const form = new FormData();
      for (const [name, value] of Object.entries(cached.signature)) form.append(name, value);
      form.append('file', file);
      try {
        return await send(form, options);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'upload_signature_expired') throw error;
        cached = null;
        if (attempt > 1) throw error;
      }
    }
  };
}

/** Sends a form by XMLHttpRequest, as `fetch` does not report upload progress. */
function sendForm(
  form: FormData,
  options: Parameters<UploadService['upload']>[1],
): ReturnType<UploadService['upload']> {
  return new Promise((resolve, reject: (reason: Error) => void) => {
    const request = new XMLHttpRequest();
    const stop = () => {
      request.abort();
    };
    options.signal.addEventListener('abort', stop);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) options.onProgress(loaded / total);
    });
    const fail = () => {
      reject(new ApiError('network_unreachable', 0));
    };
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('loadend', () => {
      options.signal.removeEventListener('abort', stop);
      const { status, responseText } = request;
      const read = async () => {
        // Such a status cannot have a body, nor belong to the API.
        if (status < 200 || [204, 205, 304].includes(status))
          throw new ApiError('response_invalid', status);
        const response = new Response(responseText, {
          status,
          headers: { 'x-error-code': request.getResponseHeader('x-error-code') ?? '' },
        });
        if (!response.ok) throw await readError(response);
        const body: unknown = await response.json().catch(() => undefined);
        const parsed = calls.uploadAsset.response.safeParse(body);
        if (!parsed.success) throw new ApiError('response_invalid', status);
        return parsed.data;
      };
      read().then(resolve, reject);
    });
    request.open(calls.uploadAsset.method, `/api${calls.uploadAsset.path}`);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('x-client-id', crypto.randomUUID());
    request.send(form);
  });
}
