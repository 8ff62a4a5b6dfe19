import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';

/** The fields and the file of a multipart upload. */
export interface Upload {
  readonly fields: Partial<Record<string, string>>;
  readonly file: Buffer;
}

const MAX_FILES = 1;

/**
 * Reads a multipart body: fields first, then one file. Stops at the first problem.
 *
 * @param options.maxMb size of the largest file that is accepted, MB.
 * @param options.admit whether the fields allow an upload; called before any of the file is read.
 * @throws ApiError upload_signature_expired, upload_too_large, upload_too_many, err_bad_request.
 */
export function readUpload(
  request: IncomingMessage,
  options: {
    readonly maxMb: number;
    readonly admit: (fields: Upload['fields']) => boolean;
  },
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const fail = (error: ApiError): void => {
      request.unpipe();
      // Reads and drops the rest, so that the client receives the response.
      request.resume();
      reject(error);
    };
    const parser = createParser(request, options.maxMb);
    if (parser === null) {
      fail(new ApiError('err_bad_request', { message: messages.api.malformedForm }));
      return;
    }
    const fields: Partial<Record<string, string>> = {};
    let file: Buffer | null = null;
    parser.on('field', (name, value) => {
      if (/^[a-zA-Z]{1,40}$/.test(name)) fields[name] = value;
    });
    parser.on('file', (_name, stream) => {
      // busboy emits 'error' on a truncated stream; the parser's own listener handles it.
      stream.on('error', () => undefined);
      if (!options.admit(fields)) {
        fail(signatureExpired());
        return;
      }
      const chunks: Buffer[] = [];
      stream.on('limit', () => {
        fail(tooLarge(options.maxMb));
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        file = Buffer.concat(chunks);
      });
    });
    parser.on('filesLimit', () => {
      fail(
        new ApiError('upload_too_many', {
          path: 'file',
          message: messages.api.uploadTooMany(MAX_FILES),
          details: { max: MAX_FILES },
        }),
      );
    });
    for (const limit of ['fieldsLimit', 'partsLimit', 'error'] as const)
      parser.on(limit, () => {
        fail(new ApiError('err_bad_request', { message: messages.api.malformedForm }));
      });
    parser.on('close', () => {
      if (!options.admit(fields)) fail(signatureExpired());
      else if (file === null || file.length === 0)
        fail(new ApiError('err_bad_request', { path: 'file', message: messages.api.noFile }));
      else resolve({ fields, file });
    });
    request.on('aborted', () => {
      fail(new ApiError('err_bad_request', { message: messages.api.uploadInterrupted }));
    });
    request.pipe(parser);
  });
}

function createParser(request: IncomingMessage, maxMb: number): busboy.Busboy | null {
  try {
    return busboy({
      headers: request.headers,
      // busboy rejects a file of exactly its limit.
      limits: {
        files: MAX_FILES,
        fileSize: maxMb * 1024 * 1024 + 1,
        fields: 10,
        fieldSize: 1000,
        parts: 12,
      },
    });
  } catch {
    return null;
  }
}

function signatureExpired(): ApiError {
  return new ApiError('upload_signature_expired', {
    message: messages.api.uploadExpired,
  });
}

function tooLarge(maxMb: number): ApiError {
  return new ApiError('upload_too_large', {
    path: 'file',
    message: messages.api.uploadTooLarge(maxMb),
    details: { maxMb },
  });
}
