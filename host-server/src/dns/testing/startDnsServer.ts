import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, decode, encode, type Packet } from 'dns-packet';

/** The records of a name. */
export interface DnsRecords {
  TXT?: readonly string[];
  A?: readonly string[];
  AAAA?: readonly string[];
  CNAME?: string;
}

/** A DNS server over UDP that knows a few names. */
export interface DnsServer {
  /** `127.0.0.1:{port}`. */
  readonly address: string;
  /** Records by name in lower case. Tests change them. */
  readonly zone: Map<string, DnsRecords>;
  /** How it handles every query: responds, does not respond, or responds with an error. */
  mode: 'normal' | 'silent' | 'failing';
  /** The queried names. */
  readonly queries: string[];
  close(): void;
}

/** Starts a DNS server on a free port. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const server: DnsServer = {
    address: `127.0.0.1:${String(socket.address().port)}`,
    zone: new Map(),
    mode: 'normal',
    queries: [],
    close: () => socket.close(),
  };
  socket.on('message', (message, from) => {
    const query = decode(message);
    const [question] = query.questions ?? [];
    if (question === undefined || server.mode === 'silent') return;
    server.queries.push(question.name);
    const answers = server.mode === 'failing' ? [] : answersTo(server.zone, question);
    const code = server.mode === 'failing' ? 2 : answers === null ? 3 : 0;
    const response: Packet = {
      type: 'response',
      id: query.id ?? 0,
      // The flags for recursion desired and available, and the response code.
      flags: 0x0180 | code,
      questions: [question],
      answers: answers ?? [],
    };
    socket.send(encode(response), from.port, from.address);
  });
  return server;
}

/** The answers to a question; null if the name does not exist. */
function answersTo(
  zone: ReadonlyMap<string, DnsRecords>,
  { name, type }: { readonly name: string; readonly type: string },
): Answer[] | null {
  const records = zone.get(name.toLowerCase());
  if (records === undefined) return null;
  if (records.CNAME !== undefined)
    return [
      { name, type: 'CNAME', ttl: 1, data: records.CNAME },
      ...(answersTo(zone, { name: records.CNAME, type }) ?? []),
    ];
  if (type === 'TXT')
    // Split into strings of 255 bytes, as the protocol requires.
    return (records.TXT ?? []).map((text) => ({
      ...{ name, type: 'TXT' as const, ttl: 1 },
      data: text.match(/[\s\S]{1,255}/g) ?? [''],
    }));
  if (type === 'A' || type === 'AAAA')
    return (records[type] ?? []).map((data) => ({ name, type, ttl: 1, data }));
  return [];
}
