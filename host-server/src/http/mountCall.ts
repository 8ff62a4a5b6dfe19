import type { Request, Response, Router } from 'express';
import { z } from 'zod';
import type { Call } from '../contract/index.ts';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { Consume, LimitName } from './limits.ts';
import { addressKey } from '../shared/addressKeys.ts';
import type { BodyBudget } from './BodyBudget.ts';
import type { BodyTurns } from './BodyTurns.ts';
import { type BodyPace, hasBody } from './BodyWatch.ts';
import { connectionSignal } from './connectionSignal.ts';
import { JsonBytes, JsonText } from './JsonText.ts';
import { type JsonBody, type JsonLimits, readJsonBody, SMALL_JSON } from './readJsonBody.ts';
import type { StrangerTurns } from './StrangerTurns.ts';
import { parseJson, validate } from './validate.ts';

/** A signed-in browser: its verified email address, and its account once sign-up is complete. */
export interface Session {
  readonly id: string;
  readonly email: string;
  readonly account: AccountRow | null;
}

/** A session that has an account. */
export type SignedInSession = Session & { readonly account: AccountRow };

/** Who may make a call: anyone, a browser with a verified email address, or an account. */
export type Access = 'anyone' | 'session' | 'account';

interface SessionFor {
  anyone: Session | null;
  session: Session;
  account: SignedInSession;
}

/** A call as its handler receives it, with everything validated. */
export interface CallRequest<C extends Call, A extends Access> {
  readonly params: z.output<NonNullable<C['params']>>;
  readonly query: z.output<C['query']>;
  /** Undefined if the call is multipart or `readsBytes`. */
  readonly body: z.output<C['body']>;
  /** The JSON of the body, not parsed; undefined if there is none, or if not `readsBytes`. */
  readonly bytes: Buffer<ArrayBuffer> | undefined;
  readonly session: SessionFor[A];
  /** The network address as a key of rate limits. */
  readonly ip: string;
  /** Runs queries in a turn of the caller, see `StrangerTurns`. For handlers with `turns: 'own'`. */
  readonly inTurn: <Value>(queries: () => Promise<Value>) => Promise<Value>;
  /** For cookies, and for bodies that are not JSON. */
  readonly request: Request;
  readonly response: Response;
}

/** How a call is served. */
export interface CallHandler<C extends Call, A extends Access> {
  readonly access: A;
  /** Counted by network address before anything else. */
  readonly limitPerIp?: LimitName;
  /** Counted by account. */
  readonly limitPerAccount?: LimitName;
  /** The limits of a JSON body; `SMALL_JSON` by default. */
  readonly json?: JsonLimits;
  /** The body is multipart/form-data; the handler reads it from `request`. */
  readonly multipart?: boolean;
  /** The handler has the body parsed and validated in a worker, from `bytes`. */
  readonly readsBytes?: boolean;
  /**
   * Which turns the handler takes for callers without a session: one for all that it does (default),
   * its own, because it also waits for something else and makes its queries with `inTurn`, or none,
   * because it makes no queries on the connections for calls.
   */
  readonly turns?: 'one' | 'own' | 'none';
  /** Refuses a call before its body is received. For calls with large bodies. */
  admit?(call: Pick<CallRequest<C, A>, 'params' | 'session'>): Promise<void>;
  handle(call: CallRequest<C, A>): Promise<z.input<C['response']> | JsonText | JsonBytes>;
}

/** Binds a call of the contract to its handler. */
export type Mount = <C extends Call, A extends Access>(call: C, handler: CallHandler<C, A>) => void;

/**
 * Creates the function that mounts calls. Every call runs the same steps: rate limit, session,
 * validation, reading the body, and then the handler's own policy, command and presenter.
 */
export function createMount(
  router: Router,
  services: {
    readonly consume: Consume;
    /** The session of a Cookie header, or null. */
    readonly readSession: (cookies: string | undefined) => Promise<Session | null>;
    readonly strangerTurns: StrangerTurns;
    /** For bodies in memory. */
    readonly bodyBudget: BodyBudget;
    readonly bodyTurns: BodyTurns;
    readonly bodyPace: BodyPace;
  },
): Mount {
  return (call, handler) => {
    const serve = async (request: Request, response: Response): Promise<void> => {
      const ip = addressKey(request.ip);
      const { cookie: cookies } = request.headers;
      const signal = connectionSignal(response);
      const inTurn = <Value>(queries: () => Promise<Value>): Promise<Value> =>
        services.strangerTurns.run({ address: ip, cookies, signal }, queries);
      const session = await inTurn(async () => {
        if (handler.limitPerIp !== undefined) await services.consume(handler.limitPerIp, ip);
        return services.readSession(cookies);
      });
      const allowed = admit(session, handler.access);
      if (handler.limitPerAccount !== undefined && session?.account)
        await services.consume(handler.limitPerAccount, String(session.account.id));
      requireType(request, handler.multipart === true ? 'multipart/form-data' : 'application/json');
      const params = validate(call.params ?? z.unknown(), request.params, 'params');
      const query = validate(call.query, hasNoInput(call.query) ? undefined : request.query);
      await handler.admit?.({ params: params as never, session: allowed as never });
      const isJson = handler.multipart !== true && !hasNoInput(call.body);
      const isParsed = handler.multipart !== true && handler.readsBytes !== true;
      const json = isJson
        ? await readJsonBody(request, {
            limits: handler.json ?? SMALL_JSON,
            budget: services.bodyBudget,
            turns: services.bodyTurns,
            pace: services.bodyPace,
            address: ip,
            isParsedHere: isParsed,
          })
        : NO_BODY;
      const handle = async () =>
        handler.handle({
          params: params as never,
          query: query as never,
          body: (isParsed
            ? validate(call.body, json.bytes && parseJson(json.bytes))
            : undefined) as never,
          bytes: handler.readsBytes === true ? json.bytes : undefined,
          session: allowed as never,
          ip,
          inTurn,
          request,
          response,
        });
      const isOneTurn = session === null && (handler.turns ?? 'one') === 'one';
      const result = await (isOneTurn ? inTurn(handle) : handle()).finally(json.release);
      // The handler has responded itself, such as with a file, or nobody is there to receive it.
      if (response.headersSent || response.destroyed) return;
      response.status(200);
      if (call.method === 'HEAD') response.end();
      else if (result instanceof JsonText) response.type('json').send(result.text);
      else if (result instanceof JsonBytes) {
        const length = result.parts.reduce((sum, part) => sum + part.length, 0);
        response.type('json').set('Content-Length', String(length));
        for (const part of result.parts) response.write(part);
        response.end();
      } else response.json(result);
    };
    const path = call.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const method = call.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete' | 'head';
    router[method](path, serve);
  };
}

const NO_BODY: JsonBody = { bytes: undefined, release: () => undefined };

function admit(session: Session | null, access: Access): Session | null {
  if (access !== 'anyone' && session === null) throw new ApiError('err_unauthorized');
  if (access === 'account' && session?.account === null) throw new ApiError('err_unauthorized');
  return session;
}

function hasNoInput(schema: z.ZodType): boolean {
  return schema instanceof z.ZodUndefined;
}

/** Other sites can send text/plain and forms without a CORS preflight, but not JSON. */
function requireType(request: Request, type: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (!hasBody(request) && request.headers['content-type'] === undefined) return;
  const given = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (given !== type) throw new ApiError('err_forbidden', { message: messages.api.bodyType(type) });
}
