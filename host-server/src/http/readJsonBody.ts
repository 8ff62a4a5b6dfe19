import type { IncomingMessage } from 'node:http';
import { JsonCounter } from '@cobble/engine/parsing';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import { malformedJson } from './validate.ts';
import type { BodyBudget } from './BodyBudget.ts';
import type { BodyTurns } from './BodyTurns.ts';
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
/** Memory for a body is allocated in blocks that double its size, within these bounds. */
const BLOCK_BYTES = { min: 4096, max: 1024 * 1024 };
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
 * more than the limits is ever stored or parsed: parsing blocks the process. Each chunk takes a turn,
 * and so does the complete body, which the caller parses in that turn. Compressed bodies are refused.
 *
 * @param options.address who sends it: a result of `clientAddress`.
 * @param options.isParsedHere whether the caller parses it in this thread, so that its values count
 *   as well.
 * @throws ApiError err_payload_too_large, err_bad_request (nested too deeply, interrupted or too
 *   slow), or a refusal of the budget.
 */
export async function readJsonBody(
  request: IncomingMessage,
  options: {
    readonly limits: JsonLimits;
    readonly budget: BodyBudget;
    readonly turns: BodyTurns;
    readonly pace: BodyPace;
    readonly address: string;
    readonly isParsedHere: boolean;
  },
): Promise<JsonBody> {
  if (!hasBody(request)) return { bytes: undefined, release: () => undefined };
  const { limits, budget, turns, pace, address, isParsedHere } = options;
  let refuse: (error: ApiError) => void = () => undefined;
  const share = budget.open(address, (error) => {
    refuse(error);
  });
  const counter = new JsonCounter();
  try {
    const body = await new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
      let blocks: Buffer<ArrayBuffer>[] = [];
      /** Free bytes of the last block. */
      let free = 0;
      let bytes = 0;
      /** Bytes that have arrived, including a chunk that waits for its turn. */
      let arrived = 0;
      let isRefused = false;
      const announced = Number(request.headers['content-length'] ?? Infinity);
      refuse = (error) => {
        isRefused = true;
        request.off('data', receive);
        // The request stays in memory while the rest arrives, but what has arrived need not.
        blocks = [];
        turns.drop(address, request);
        reject(error);
      };
      const store = (chunk: Buffer): void => {
        for (let done = 0; done < chunk.length;) {
          if (free === 0) {
            const wanted = Math.min(BLOCK_BYTES.max, Math.max(BLOCK_BYTES.min, bytes + done));
            free = Math.min(wanted, announced - bytes - done, limits.bytes - bytes - done);
            share.add(free);
            blocks.push(Buffer.allocUnsafeSlow(free));
          }
          const block = blocks.at(-1);
          if (block === undefined) return;
          // Copied, because a body that is sent byte by byte would take 100 times its size.
          const copied = chunk.copy(block, block.length - free, done);
          free -= copied;
          done += copied;
        }
        bytes += chunk.length;
      };
      const isWanted = (): boolean => !isRefused;
      const process = (chunk: Buffer): void => {
        try {
          if (bytes + chunk.length > limits.bytes) throw new ApiError('err_payload_too_large');
          counter.add(chunk);
          if (counter.values > limits.values) throw new ApiError('err_payload_too_large');
          if (counter.depth > MAX_DEPTH) throw malformedJson();
          store(chunk);
          request.resume();
        } catch (error) {
          refuse(error as ApiError);
        }
      };
      const receive = (chunk: Buffer): void => {
        request.pause();
        arrived += chunk.length;
        turns.run(address, chunk.length, process.bind(null, chunk), isWanted);
      };
      const complete = (): void => {
        const whole = blocks.length === 1 ? blocks[0] : undefined;
        resolve((whole ?? Buffer.concat(blocks, bytes)).subarray(0, bytes));
        // The request stays in memory while the call lasts, but its blocks need not.
        blocks = [];
        share.add(-free);
      };
      const encoding = request.headers['content-encoding'] ?? 'identity';
      if (encoding.toLowerCase() !== 'identity') refuse(malformedJson());
      else if (Number(request.headers['content-length'] ?? 0) > limits.bytes)
        refuse(new ApiError('err_payload_too_large'));
      else {
        BodyWatch.setPace(request, pace, refuse);
        request.on('end', () => {
          // It is complete, so closing the connection no longer interrupts it.
          request.off('close', interrupt);
          share.complete();
          // Node may report the end while the last chunk waits, whose turn is first.
          turns.run(address, arrived, complete, isWanted);
        });
        const interrupt = (): void => {
          isRefused = true;
          reject(new ApiError('err_bad_request', { message: messages.api.uploadInterrupted }));
        };
        // The client may have gone while the session was looked up.
        if (request.destroyed) interrupt();
        request.on('close', interrupt);
        request.on('error', () => undefined);
        request.on('data', receive);
      }
    });
    if (isParsedHere) share.add(counter.values * BYTES_PER_VALUE);
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
