import type { Call } from '@cobble/host-server/contract';
import type { z } from 'zod';
import { ApiError } from './ApiError.ts';
import { readError } from './readError.ts';
import { createRequest } from './createRequest.ts';

/** The input of a call, typed by the call's schemas. */
export type CallInput<Query, Body> = {
  /** Values for the path's `{names}`. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly signal?: AbortSignal;
  /** Whether the caller handles a failure: true for all of them. Otherwise a toast reports it. */
  readonly isQuiet?: boolean | ((error: ApiError) => boolean);
} & (undefined extends Query ? { readonly query?: Query } : { readonly query: Query }) &
  (undefined extends Body ? { readonly body?: Body } : { readonly body: Body });

/** Options of {@link ApiClient}. */
export interface ApiClientOptions {
  /** The URL prefix of the API; default `/api`. */
  readonly baseUrl?: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Called for every failure of {@link ApiClient.call} that is not quiet, except an abort. */
  readonly onFailure?: (error: ApiError) => void;
  /** Called for every response with `err_unauthorized`, also to a call with `isQuiet`. */
  readonly onUnauthorized?: () => void;
}

/** Calls the server's API with the paths and schemas of its contract. */
export class ApiClient {
  readonly #baseUrl: string;
  readonly #fetch: typeof globalThis.fetch;
  readonly #onFailure: (error: ApiError) => void;
  readonly #onUnauthorized: () => void;

  constructor(options: ApiClientOptions = {}) {
    this.#baseUrl = options.baseUrl ?? '/api';
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
    this.#onFailure = options.onFailure ?? (() => undefined);
    this.#onUnauthorized = options.onUnauthorized ?? (() => undefined);
  }

  /**
   * Makes a call.
   *
   * @returns the response, validated by the call's schema
   * @throws {ApiError} on any failure; an aborted call throws the signal's reason
   */
  async call<Query extends z.ZodType, Body extends z.ZodType, Response extends z.ZodType>(
    call: Call<Query, Body, Response>,
    input: CallInput<z.input<Query>, z.input<Body>>,
  ): Promise<z.output<Response>> {
    try {
      return await this.#send(call, input);
    } catch (error) {
      const { isQuiet = false } = input;
      if (!(error instanceof ApiError)) throw error;
      if (!(typeof isQuiet === 'function' ? isQuiet(error) : isQuiet)) this.#onFailure(error);
      throw error;
    }
  }

  /**
   * Makes a call whose response is a file. Its failures are left to the caller, without a toast.
   *
   * @param onBytes called with the number of bytes received so far
   * @throws {ApiError} on any failure, even in the middle of the file; an aborted download throws
   *   the signal's reason
   */
  async download<Query extends z.ZodType>(
    call: Call<Query>,
    input: CallInput<z.input<Query>, undefined>,
    onBytes: (bytes: number) => void,
  ): Promise<Blob> {
    const response = await this.#request(call, input);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    try {
      const reader = response.body?.getReader();
      for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
        chunks.push(next.value);
        bytes += next.value.length;
        onBytes(bytes);
      }
    } catch (cause) {
      input.signal?.throwIfAborted();
      throw new ApiError('network_unreachable', response.status, null, {}, { cause });
    }
    return new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
  }

  /** The URL of a call that the browser makes, such as for an image. */
  addressOf<Query extends z.ZodType>(call: Call<Query>, input: { readonly query: z.input<Query> }) {
    return createRequest(call, input, this.#baseUrl).url;
  }

  async #request(
    call: Call,
    input: Parameters<typeof createRequest>[1],
  ): Promise<globalThis.Response> {
    const { url, init } = createRequest(call, input, this.#baseUrl);
    let response: globalThis.Response;
    try {
      response = await this.#fetch(url, init);
    } catch (cause) {
      input.signal?.throwIfAborted();
      throw new ApiError('network_unreachable', 0, null, {}, { cause });
    }
    if (response.ok) return response;
    const error = await readError(response);
    if (error.code === 'err_unauthorized') this.#onUnauthorized();
    input.signal?.throwIfAborted();
    throw error;
  }

  async #send<Query extends z.ZodType, Body extends z.ZodType, Response extends z.ZodType>(
    call: Call<Query, Body, Response>,
    input: CallInput<z.input<Query>, z.input<Body>>,
  ): Promise<z.output<Response>> {
    const response = await this.#request(call, input);
    const isEmpty = call.method === 'HEAD' || response.status === 204;
    const body = isEmpty ? undefined : await readJson(response, input.signal);
    const parsed = call.response.safeParse(body);
    if (!parsed.success)
      throw new ApiError('response_invalid', response.status, null, {}, { cause: parsed.error });
    return parsed.data;
  }
}

/** Reads a body. Undefined if it is complete but not JSON. */
async function readJson(
  response: globalThis.Response,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    signal?.throwIfAborted();
    throw new ApiError('network_unreachable', response.status, null, {}, { cause });
  }
}
