import { type IncomingHttpHeaders, request } from 'node:http';
import type { ErrorBody } from '../../contract/index.ts';

/** A response with its complete body. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON; fails when it is none. */
  json(): unknown;
  /** The refusal that it is. */
  error(): ErrorBody;
}

/** What to send. */
export interface Ask {
  readonly method?: string;
  /** Default: the app's. */
  readonly host?: string;
  readonly json?: unknown;
  readonly body?: Buffer | string;
  readonly headers?: Record<string, string>;
}

/**
 * An HTTP client that behaves like a browser: stores the cookies of the app's host, and sends
 * Origin with writes.
 */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  private readonly port: number;
  private readonly appHost: string;

  constructor(port: number, appHost: string) {
    this.port = port;
    this.appHost = appHost;
  }

  get(path: string, ask: Ask = {}): Promise<Answer> {
    return this.send(path, ask);
  }

  post(path: string, json?: unknown, ask: Ask = {}): Promise<Answer> {
    return this.send(path, { method: 'POST', ...(json === undefined ? {} : { json }), ...ask });
  }

  put(path: string, json: unknown, ask: Ask = {}): Promise<Answer> {
    return this.send(path, { method: 'PUT', json, ...ask });
  }

  send(path: string, ask: Ask = {}): Promise<Answer> {
    const host = ask.host ?? this.appHost;
    const isApp = host === this.appHost;
    const method = ask.method ?? 'GET';
    const body = ask.json === undefined ? ask.body : JSON.stringify(ask.json);
    const headers: Record<string, string> = { Host: host };
    if (method !== 'GET' && method !== 'HEAD') headers['Origin'] = `http://${this.appHost}`;
    if (ask.json !== undefined) headers['Content-Type'] = 'application/json';
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
          headers: { ...headers, ...ask.headers },
          agent: false,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            if (isApp) this.keepCookies(response.headers['set-cookie'] ?? []);
            resolve(toAnswer(response.statusCode ?? 0, response.headers, Buffer.concat(chunks)));
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  private keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const isGone = /expires=Thu, 01 Jan 1970/i.test(line);
      if (isGone) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

function toAnswer(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer {
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
