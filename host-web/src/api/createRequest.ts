import type { Call } from '@cobble/host-server/contract';

/** The parts of a call's input that go into the request. */
interface RequestInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * Creates the request for a call: the URL with parameters and query, a body of JSON or form data,
 * and a random `X-Client-Id` for each request.
 *
 * @throws {TypeError} when a parameter of the path is missing
 */
export function createRequest(
  call: Pick<Call, 'method' | 'path'>,
  input: RequestInput,
  baseUrl: string,
): { readonly url: string; readonly init: RequestInit } {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name];
    if (value === undefined) throw new TypeError(`${call.path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  if (typeof input.query === 'object' && input.query !== null)
    for (const [name, value] of Object.entries(input.query))
      if (value !== undefined) query.set(name, String(value));
  const headers = new Headers({ accept: 'application/json', 'x-client-id': crypto.randomUUID() });
  let body: BodyInit | null = null;
  if (input.body instanceof FormData) body = input.body;
  else if (call.method !== 'GET' && call.method !== 'HEAD') {
    headers.set('content-type', 'application/json');
    if (input.body !== undefined) body = JSON.stringify(input.body);
  }
  return {
    url: `${baseUrl}${path}${query.size === 0 ? '' : `?${query.toString()}`}`,
    init: {
      method: call.method,
      headers,
      body,
      credentials: 'same-origin',
      ...(input.signal ? { signal: input.signal } : {}),
    },
  };
}
