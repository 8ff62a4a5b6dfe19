import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import WebSocket from 'ws';
import * as Y from 'yjs';
import { Latencies } from '../hostile/Latencies.ts';
import { serverModules } from '../serverModules.ts';
import { pace } from './pace.ts';
import { processorMs } from './processUse.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** What Cobble's rooms are compared with. */
export const CONTESTANTS = ['socket.io', 'ws', 'hocuspocus'] as const;
export type ContestantName = (typeof CONTESTANTS)[number];

/** What was measured with a contestant. */
export interface ContestantResult {
  /** From sending until another client gets it. */
  readonly broadcasts: Latencies;
  readonly deliveries: number;
  /** Processor time of its server for each delivery, µs. */
  readonly serverUs: number;
  /** How many deliveries there were in a second. */
  readonly perSecond: number;
}

/** A client of a contestant. */
interface Client {
  /** Sends a message with a number. */
  readonly send: (number: number) => void;
  readonly close: () => void;
}

/** Connects a client, which reports the numbers that arrive from all clients of its room. */
type Connect = (port: number, room: string, onNumber: (number: number) => void) => Promise<Client>;

/** As long as the message of a drag in Cobble. */
const PADDING = 'x'.repeat(260);

const connectWs: Connect = async (port, room, onNumber) => {
  const socket = new WebSocket(`ws://127.0.0.1:${String(port)}/${room}`, {
    perMessageDeflate: false,
  });
  socket.on('message', (data: Buffer) => {
    onNumber(numberIn(data.toString()));
  });
  await once(socket, 'open');
  return {
    send: (number) => {
      socket.send(JSON.stringify(['message', { number, PADDING }]));
    },
    close: () => {
      socket.terminate();
    },
  };
};

const connectSocketIo: Connect = (port, room, onNumber) =>
  new Promise((resolve) => {
    const url = `ws://127.0.0.1:${String(port)}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(url, { perMessageDeflate: false });
    const client: Client = {
      send: (number) => {
        socket.send(`42${JSON.stringify(['message', { number, PADDING }])}`);
      },
      close: () => {
        socket.terminate();
      },
    };
    socket.on('message', (data: Buffer) => {
      const packet = data.toString();
      if (packet.startsWith('42')) onNumber(numberIn(packet));
      else if (packet.startsWith('40')) resolve(client);
      else if (packet.startsWith('0')) socket.send(`40${JSON.stringify({ room })}`);
      else if (packet === '2') socket.send('3');
    });
  });

/** The real client: others would have to send and merge updates of Yjs as well. */
const connectHocuspocus: Connect = async (port, room, onNumber) => {
  const socket = new HocuspocusProviderWebsocket({
    url: `ws://127.0.0.1:${String(port)}`,
    WebSocketPolyfill: WebSocket,
  });
  const document = new Y.Doc();
  const blocks = document.getMap<string>('blocks');
  const provider = new HocuspocusProvider({ websocketProvider: socket, name: room, document });
  provider.attach();
  await new Promise<void>((resolve) => {
    provider.on('synced', () => {
      resolve();
    });
  });
  blocks.observe((event) => {
    for (const key of event.changes.keys.keys()) onNumber(numberIn(blocks.get(key) ?? ''));
  });
  return {
    send: (number) => {
      blocks.set(`block ${String(number % 20)}`, JSON.stringify({ number, PADDING }));
    },
    close: () => {
      provider.destroy();
      socket.destroy();
    },
  };
};

const connects: Readonly<Record<ContestantName, Connect>> = {
  'socket.io': connectSocketIo,
  ws: connectWs,
  hocuspocus: connectHocuspocus,
};

/** Does with a contestant what a crowd does with Cobble. */
export async function measureContestant(
  name: ContestantName,
  load: {
    readonly rooms: number;
    readonly clients: number;
    readonly perSecond: number;
    readonly seconds: number;
  },
): Promise<ContestantResult> {
  const { child, port } = await startProgram(name);
  const clients: Client[] = [];
  const broadcasts = new Latencies();
  /** When each message was sent and by which client, by its number. */
  const sent: { ms: number; by: number }[] = [];
  let deliveries = 0;
  try {
    for (let index = 0; index < load.rooms * load.clients; index += 1) {
      const room = `room-${String(index % load.rooms)}`;
      clients.push(
        await connects[name](port, room, (number) => {
          deliveries += 1;
          const message = sent[number];
          if (message && message.by !== index) broadcasts.add(performance.now() - message.ms);
        }),
      );
    }
    const run = (seconds: number): Promise<number> =>
      pace([...clients.keys()], load.perSecond, seconds, (by) => {
        sent.push({ ms: performance.now(), by });
        clients[by]?.send(sent.length - 1);
      });
    // V8 optimises the server meanwhile.
    await run(Math.min(2, load.seconds / 2));
    broadcasts.take();
    deliveries = 0;
    const [beforeMs, startMs] = [processorMs(child.pid ?? 0), performance.now()];
    await run(load.seconds);
    // A machine that is busy may deliver nothing in a short time.
    while (deliveries === 0) await sleep(10);
    const tookMs = performance.now() - startMs;
    const serverUs = ((processorMs(child.pid ?? 0) - beforeMs) * 1000) / deliveries;
    return { broadcasts, deliveries, serverUs, perSecond: (deliveries * 1000) / tookMs };
  } finally {
    for (const client of clients) client.close();
    child.kill('SIGKILL');
  }
}

async function startProgram(name: ContestantName): Promise<{ child: ChildProcess; port: number }> {
  const program = join(root, serverModules.pathOf('testing/room-bench/contestantProgram'));
  const child = fork(program, [name], { cwd: root, execArgv: [...serverModules.nodeArgs] });
  const [port] = (await once(child, 'message')) as [number];
  return { child, port };
}

function numberIn(text: string): number {
  return Number(/"number":(\d+)/.exec(text)?.[1] ?? -1);
}
