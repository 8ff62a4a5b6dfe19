import { type IncomingHttpHeaders, request } from 'node:http';
import type { ErrorBody } from '../../contract/index.ts';

/** A response with its complete body. */
export interface TestResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** Parses the body as JSON. Throws if it is not. */
  json(): unknown;
  /** Parses the body of an error response. */
  error(): ErrorBody;
}

/** How to send a request. */
export interface RequestOptions {
  readonly method?: string;
  /** Value of the Host header; by default the app's host. */
  readonly host?: string;
  readonly json?: unknown;
  readonly body?: Buffer | string;
  readonly headers?: Record<string, string>;
}

/**
 * An HTTP client that behaves like a browser: it stores cookies of the app's host, and sends Origin
 * with writes.
 */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  private readonly port: number;
  private readonly appHost: string;
  private readonly localAddress: string | undefined;

  /** @param localAddress where its connections come from, such as `127.0.0.7` on Linux. */
  constructor(port: number, appHost: string, localAddress?: string) {
    this.port = port;
    this.appHost = appHost;
    this.localAddress = localAddress;
  }

  get(path: string, options: RequestOptions = {}): Promise<TestResponse> {
    return this.send(path, options);
  }

  post(path: string, json?: unknown, options: RequestOptions = {}): Promise<TestResponse> {
    return this.send(path, { method: 'POST', ...(json === undefined ? {} : { json }), ...options });
  }

  put(path: string, json: unknown, options: RequestOptions = {}): Promise<TestResponse> {
    return this.send(path, { method: 'PUT', json, ...options });
  }

  send(path: string, options: RequestOptions = {}): Promise<TestResponse> {
    const host = options.host ?? this.appHost;
    const isApp = host === this.appHost;
    const method = options.method ?? 'GET';
    const body = options.json === undefined ? options.body : JSON.stringify(options.json);
    const headers: Record<string, string> = { Host: host };
    if (method !== 'GET' && method !== 'HEAD') headers['Origin'] = `http://${this.appHost}`;
    if (options.json !== undefined) headers['Content-Type'] = 'application/json';
    if (body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(body));
    if (isApp && this.cookies.size > 0)
      headers['Cookie'] = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: this.port,
          path,
          method,
          headers: { ...headers, ...options.headers },
          agent: false,
          ...(this.localAddress === undefined ? {} : { localAddress: this.localAddress }),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            if (isApp) this.storeCookies(response.headers['set-cookie'] ?? []);
            resolve(toResponse(response.statusCode ?? 0, response.headers, Buffer.concat(chunks)));
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  private storeCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const isDeleted = /expires=Thu, 01 Jan 1970/i.test(line);
      if (isDeleted) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

function toResponse(status: number, headers: IncomingHttpHeaders, bytes: Buffer): TestResponse {
  const text = bytes.toString();
  return {
    status,
    headers,
    bytes,
    text,
    json: () => JSON.parse(text) as unknown,
    error: () => JSON.parse(text) as ErrorBody,
  };
}
