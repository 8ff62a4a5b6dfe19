import { createEditor } from '../../createEditor.ts';
import { createRoomClient } from '../client/RoomClient.ts';
import type { RoomClientOptions } from '../client/RoomClientOptions.ts';
import { createMemoryStorage } from '../client/RoomStorage.ts';
import type { RoomTransport } from '../client/RoomTransport.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import type { CloseReason } from '../protocol/codes.ts';
import { PROTOCOL } from '../protocol/limits.ts';
import type { RoomMessage } from '../protocol/roomMessages.ts';
import { flushPromises } from './reliableSimulation.ts';
import { SimClock } from './SimClock.ts';
import { firstPage } from './Simulation.ts';

/** A client with a connection that the test controls. */
export async function connectManually(options: Partial<RoomClientOptions> = {}) {
  const clock = new SimClock();
  const sent: ClientMessage[] = [];
  let handlers: Parameters<RoomTransport['connect']>[0] | null = null;
  let ids = 0;
  let connections = 0;
  const editor = options.editor ?? createEditor({ page: firstPage() });
  const client = createRoomClient({
    transport: {
      connect: (given) => {
        handlers = given;
        connections += 1;
        return { send: (message) => sent.push(message), close: () => undefined };
      },
    },
    storage: createMemoryStorage(),
    clock,
    random: () => 0.5,
    createId: () => `id-${String(++ids)}`,
    accountId: 1,
    ...options,
    editor,
  });
  await flushPromises();
  const receive = (message: RoomMessage | object): void => handlers?.onMessage(message);
  const welcome = (more: Partial<RoomMessage> = {}): void => receive(welcomeWith(more));
  const sentOps = () => sent.flatMap((each) => (each.type === 'ops' ? each.ops : []));
  return {
    clock,
    sent,
    client,
    editor,
    receive,
    welcome,
    sentOps,
    open: () => handlers?.onOpen(),
    drop: (reason?: CloseReason) => handlers?.onClose(reason),
    connections: () => connections,
  };
}

/** A welcome to the owner, with the first page unless `more` has another one. */
export function welcomeWith(more: Partial<RoomMessage> = {}): object {
  return {
    type: 'welcome',
    protocol: PROTOCOL,
    role: 'owner',
    readOnly: false,
    epoch: 1,
    seq: 0,
    lastMid: 0,
    page: firstPage(),
    entries: [],
    acknowledged: [],
    locks: [],
    present: [],
    ...more,
  };
}
