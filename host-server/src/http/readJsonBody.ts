import { countJson } from '@cobble/engine/parsing';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';

/** How large a JSON body may be. */
export interface JsonLimits {
  readonly bytes: number;
  /** The number of values of any type: parsing them costs more than reading their bytes. */
  readonly values: number;
}

/** Limits of calls that name no others. */
export const SMALL_JSON: JsonLimits = { bytes: 64 * 1024, values: 10_000 };

/** Limits of calls whose body contains a page: ten thousand blocks fit. */
export const PAGE_JSON: JsonLimits = { bytes: 8 * 1024 * 1024, values: 1_000_000 };

/** The greatest nesting of objects and arrays: more than a page has. */
const MAX_DEPTH = 100;

/**
 * Reads and parses the JSON body of a request. What it contains is counted before it is parsed,
 * because parsing blocks the process. Compressed bodies are refused.
 *
 * @returns undefined if there is no body.
 * @throws ApiError err_payload_too_large, err_bad_request; or body-parser's error, which the error
 *   handler converts to one of these.
 */
export async function readJsonBody(
  request: Request,
  response: Response,
  { bytes, values }: JsonLimits,
): Promise<unknown> {
  const read: RequestHandler = express.raw({
    type: 'application/json',
    limit: bytes,
    inflate: false,
  });
  await new Promise<void>((resolve, reject) => {
    void read(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('The body cannot be read'));
    });
  });
  const body: unknown = request.body;
  if (!Buffer.isBuffer(body)) return undefined;
  const counted = countJson(body);
  if (counted.values > values) throw new ApiError('err_payload_too_large');
  if (counted.depth > MAX_DEPTH) throw malformed();
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch (cause) {
    throw malformed(cause);
  }
}

function malformed(cause?: unknown): ApiError {
  return new ApiError('err_bad_request', { path: '', message: messages.api.malformedJson, cause });
}
