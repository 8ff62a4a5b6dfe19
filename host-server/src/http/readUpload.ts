import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import type { BodyTurns } from './BodyTurns.ts';
import { BodyWatch } from './BodyWatch.ts';
import type { SpooledFile, Spooling, UploadSpool } from './UploadSpool.ts';

/** The fields and the file of a multipart upload. */
export interface Upload {
  readonly fields: Partial<Record<string, string>>;
  /** Removed when the call is done. */
  readonly file: SpooledFile;
}

/** What an upload must be like. */
export interface UploadOptions {
  readonly spool: UploadSpool;
  readonly turns: BodyTurns;
  /** Who sends it: a result of `clientAddress`. */
  readonly address: string;
  /** Size of the largest file that is accepted, MB. */
  readonly maxMb: number;
  /** Whether the fields allow an upload; called before any of the file is read. */
  readonly admit: (fields: Upload['fields']) => boolean;
}

const MAX_FILES = 1;
/**
 * Maximum length of the Content-Type header, characters. A boundary has at most 70 (RFC 2046), and
 * looking for it takes time in proportion to its length.
 */
const MAX_TYPE_LENGTH = 128;

/**
 * Receives a multipart body: fields first, then one file, which is stored in a file until `use` is
 * done. Stops at the first problem. Whatever is limited in number must be acquired in `use`, so
 * that a slow upload does not hold it.
 *
 * @throws ApiError upload_signature_expired, upload_too_large, upload_too_many, err_bad_request
 *   (malformed, interrupted or too slow), err_storage_full, or a refusal of the budget.
 */
export async function readUpload<Value>(
  request: IncomingMessage,
  options: UploadOptions,
  use: (upload: Upload) => Promise<Value>,
): Promise<Value> {
  let refuse: (error: ApiError) => void = () => undefined;
  const spooling = options.spool.open(options.address, (error) => {
    refuse(error);
  });
  try {
    const upload = await new Promise<Upload>((resolve, reject) => {
      refuse = receive(request, spooling, options, resolve, reject);
    });
    return await use(upload);
  } finally {
    await spooling.remove();
  }
}

/** Returns a function that stops receiving. */
function receive(
  request: IncomingMessage,
  spooling: Spooling,
  { spool, turns, address, maxMb, admit }: UploadOptions,
  resolve: (upload: Upload) => void,
  reject: (error: unknown) => void,
): (error: unknown) => void {
  let stream: Readable | null = null;
  let isRefused = false;
  const fail = (error: unknown): void => {
    // What is stopped below fails too.
    if (isRefused) return;
    isRefused = true;
    reject(error);
    request.off('data', parse);
    stream?.destroy();
    turns.drop(address, request);
  };
  const parser = createParser(request, maxMb);
  if (parser === null) {
    fail(new ApiError('err_bad_request', { message: messages.api.malformedForm }));
    return fail;
  }
  function parse(chunk: Buffer): void {
    const next = (): void => {
      turns.wait(address, request);
    };
    if (parser?.write(chunk) !== false) next();
    else {
      request.pause();
      parser.once('drain', next);
    }
  }
  BodyWatch.setPace(request, spool.pace, fail);
  const fields: Partial<Record<string, string>> = {};
  let file: Promise<SpooledFile> | null = null;
  parser.on('field', (name, value) => {
    if (/^[a-zA-Z]{1,40}$/.test(name)) fields[name] = value;
  });
  parser.on('file', (_name, content) => {
    stream = content;
    // busboy emits 'error' on a truncated stream; the parser's own listener handles it.
    content.on('error', () => undefined);
    // The parser goes on to the end of a chunk.
    if (isRefused) return;
    if (!admit(fields)) {
      fail(signatureExpired());
      return;
    }
    content.on('limit', () => {
      fail(tooLarge(maxMb));
    });
    file = spooling.store(content);
    file.catch(fail);
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
    if (!admit(fields)) fail(signatureExpired());
    else if (file === null) fail(noFile());
    else
      file.then((stored) => {
        if (stored.bytes === 0) fail(noFile());
        else resolve({ fields, file: stored });
      }, fail);
  });
  const interrupt = (): void => {
    fail(new ApiError('err_bad_request', { message: messages.api.uploadInterrupted }));
  };
  // The client may have gone while the session was looked up.
  if (request.destroyed) interrupt();
  request.on('aborted', interrupt);
  request.on('error', () => undefined);
  request.on('data', parse);
  request.on('end', () => parser.end());
  return fail;
}

function createParser(request: IncomingMessage, maxMb: number): busboy.Busboy | null {
  if ((request.headers['content-type'] ?? '').length > MAX_TYPE_LENGTH) return null;
  try {
    return busboy({
      headers: request.headers,
      // busboy also rejects a file that is exactly as large as its limit.
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

function noFile(): ApiError {
  return new ApiError('err_bad_request', { path: 'file', message: messages.api.noFile });
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
