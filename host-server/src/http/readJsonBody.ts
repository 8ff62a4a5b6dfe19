import type { IncomingMessage } from 'node:http';
import { JsonCounter } from '@cobble/engine/parsing';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import { malformedJson } from './validate.ts';
import type { BodyBudget } from './BodyBudget.ts';
import { type BodyPace, BodyWatch, hasBody } from './BodyWatch.ts';

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
const MIN_BUFFER_BYTES = 4096;
/** What a parsed value takes in memory, roughly. */
const BYTES_PER_VALUE = 40;

/** A received JSON body. */
export interface JsonBody {
  /** Undefined if there is no body. */
  readonly bytes: Buffer<ArrayBuffer> | undefined;
  /** Returns its bytes to the budget, once the call is done. */
  readonly release: () => void;
}

/**
 * Receives the JSON body of a request. Its bytes and values are counted as they arrive, so that no
 * more than the limits is ever stored or parsed: parsing blocks the process. Compressed bodies are
 * refused.
 *
 * @param options.address who sends it, as a key of limits.
 * @throws ApiError err_payload_too_large, err_bad_request (nested too deeply, interrupted or too
 *   slow), or a refusal of the budget.
 */
export async function readJsonBody(
  request: IncomingMessage,
  options: {
    readonly limits: JsonLimits;
    readonly budget: BodyBudget;
    readonly pace: BodyPace;
    readonly address: string;
  },
): Promise<JsonBody> {
  if (!hasBody(request)) return { bytes: undefined, release: () => undefined };
  const { limits, budget, pace, address } = options;
  let refuse: (error: ApiError) => void = () => undefined;
  const share = budget.open(address, (error) => {
    refuse(error);
  });
  const counter = new JsonCounter();
  try {
    const body = await new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
      let received = Buffer.alloc(0);
      let bytes = 0;
      refuse = (error) => {
        request.off('data', receive);
        // The request stays while the rest arrives, but what has arrived need not.
        received = Buffer.alloc(0);
        // Reads and drops the rest, so that the client receives the response.
        request.resume();
        reject(error);
      };
      const receive = (chunk: Buffer): void => {
        try {
          if (bytes + chunk.length > limits.bytes) throw new ApiError('err_payload_too_large');
          counter.add(chunk);
          if (counter.values > limits.values) throw new ApiError('err_payload_too_large');
          if (counter.depth > MAX_DEPTH) throw malformedJson();
          if (bytes + chunk.length > received.length) {
            // Copied, because a body that is sent byte by byte would take 100 times its size.
            const wanted = Math.max(2 * received.length, bytes + chunk.length, MIN_BUFFER_BYTES);
            const grown = Buffer.allocUnsafeSlow(Math.min(wanted, limits.bytes));
            share.add(grown.length - received.length);
            received.copy(grown, 0, 0, bytes);
            received = grown;
          }
          bytes += chunk.copy(received, bytes);
        } catch (error) {
          refuse(error as ApiError);
        }
      };
      const encoding = request.headers['content-encoding'] ?? 'identity';
      if (encoding.toLowerCase() !== 'identity') refuse(malformedJson());
      else if (Number(request.headers['content-length'] ?? 0) > limits.bytes)
        refuse(new ApiError('err_payload_too_large'));
      else {
        BodyWatch.setPace(request, pace, refuse);
        request.on('end', () => {
          share.complete();
          resolve(received.subarray(0, bytes));
        });
        request.on('close', () => {
          reject(new ApiError('err_bad_request', { message: messages.api.uploadInterrupted }));
        });
        request.on('error', () => undefined);
        request.on('data', receive);
      }
    });
    share.add(counter.values * BYTES_PER_VALUE);
    return {
      bytes: body,
      release: () => {
        share.close();
      },
    };
  } catch (error) {
    share.close();
    throw error;
  }
}
