import { createEditor, type Editor, type Page } from '@cobble/engine';
import {
  type Clock,
  type CloseReason,
  createMemoryLog,
  createMemoryStorage,
  createRoom,
  createRoomClient,
  type Room,
  type RoomClient,
  type RoomRole,
  type RoomStorage,
  type RoomTransport,
} from '@cobble/engine/collaboration';

/** Options of {@link LoopbackRoom.join}. */
export interface JoinOptions {
  readonly accountId?: number;
  /** Whom the server knows, if that is someone else. */
  readonly sessionId?: number;
  readonly name?: string;
  readonly role?: RoomRole;
  readonly editor?: Editor;
  readonly storage?: RoomStorage;
  /** Whether the client can connect at first; default true. */
  readonly isOnline?: boolean;
}

/** A tab in a {@link LoopbackRoom}. */
export interface RoomMember {
  readonly editor: Editor;
  readonly client: RoomClient;
  /** Cuts the connection, or lets the client connect again. */
  readonly setOnline: (isOnline: boolean) => void;
  readonly setRole: (role: RoomRole) => void;
  /** How often the client has tried to connect. */
  readonly connections: () => number;
  /** Ends the connection for a reason that the room gives. */
  readonly disconnect: (reason: CloseReason) => void;
}

/** A page's room in memory, with tabs that are connected to it directly. */
export class LoopbackRoom {
  readonly room: Room;
  protected readonly members: RoomMember[] = [];
  private readonly page: Page;
  private readonly ofAll: Clock;
  private ids = 0;

  constructor(page: Page, clock: Clock) {
    this.page = page;
    this.ofAll = clock;
    this.room = createRoom({ log: createMemoryLog({ page, clock }), clock });
  }

  join(options: JoinOptions = {}): RoomMember {
    const { accountId = 2, name = 'Ada', role = 'owner' } = options;
    const editor = options.editor ?? createEditor({ page: this.page });
    let { isOnline = true } = options;
    let cut = (_?: CloseReason): void => undefined;
    let setRole = (_: RoomRole): void => undefined;
    let connections = 0;
    const transport: RoomTransport = {
      connect: ({ onOpen, onMessage, onClose }) => {
        connections += 1;
        const later = (run: () => void) => void Promise.resolve().then(run);
        if (!isOnline) {
          later(onClose);
          return { send: () => undefined, close: () => undefined };
        }
        const connection = this.room.connect({
          session: { accountId: options.sessionId ?? accountId, name, role },
          send: (message) => {
            const text = JSON.stringify(message);
            later(() => {
              onMessage(JSON.parse(text));
            });
          },
          close: onClose,
        });
        cut = (reason) => {
          connection.disconnected();
          onClose(reason);
        };
        setRole = (next) => {
          connection.setRole(next);
        };
        later(onOpen);
        return {
          send: (message) => {
            connection.receive(JSON.parse(JSON.stringify(message)));
          },
          close: () => {
            connection.disconnected();
          },
        };
      },
    };
    const client = createRoomClient({
      ...{ transport, editor, accountId, clock: this.ofAll },
      storage: options.storage ?? createMemoryStorage(),
      random: () => 0.5,
      createId: () => `client-${String(++this.ids)}`,
    });
    const member: RoomMember = {
      editor,
      client,
      setOnline: (next) => {
        if (next === isOnline) return;
        isOnline = next;
        if (!next) cut();
      },
      setRole: (next) => {
        setRole(next);
      },
      connections: () => connections,
      disconnect: (reason) => {
        cut(reason);
      },
    };
    this.members.push(member);
    return member;
  }
}

/** A storage that can be told to fail. */
export function brokenStorage(): RoomStorage & { fails: boolean } {
  const memory = createMemoryStorage();
  const attempt = <Value>(call: () => Promise<Value>): Promise<Value> =>
    storage.fails ? Promise.reject(new Error('the disk is full')) : call();
  const storage: RoomStorage & { fails: boolean } = {
    fails: false,
    entries: () => attempt(() => memory.entries()),
    put: (key, value) => attempt(() => memory.put(key, value)),
    delete: (key) => attempt(() => memory.delete(key)),
  };
  return storage;
}
