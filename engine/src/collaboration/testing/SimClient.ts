import { createEditor } from '../../createEditor.ts';
import type { Editor } from '../../editor/Editor.ts';
import type { Page } from '../../model/Page.ts';
import type { ClientParts } from '../client/RoomClient.ts';
import { RoomClient } from '../client/RoomClient.ts';
import type { PendingOp } from '../client/Outbox.ts';
import type { RoomStorage } from '../client/RoomStorage.ts';
import type { RoomTransport } from '../client/RoomTransport.ts';
import type { Clock } from '../Clock.ts';
import { SimProcess } from './SimProcess.ts';

/** Options of a `SimClient`. */
export interface SimClientOptions {
  readonly name: string;
  readonly accountId: number;
  readonly page: Page;
  readonly maxBlocks: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly parts: Partial<ClientParts>;
  /** The disk of another tab, of which this one has a copy; empty by default. */
  readonly disk?: ReadonlyMap<string, string>;
  /** Called when an op has reached the disk. */
  readonly onStored: (clientId: string, mid: number) => void;
  /** Called when an op on the disk has got another client id. */
  readonly onRenamed: (mid: number, from: string, to: string) => void;
  /** Called when the client reverts an op that its role does not permit. */
  readonly onRejected: (clientId: string, mid: number) => void;
  readonly hop: (label: string) => Promise<unknown>;
  readonly connect: (
    client: SimClient,
    handlers: Parameters<RoomTransport['connect']>[0],
  ) => ReturnType<RoomTransport['connect']>;
}

/** A tab: an editor and its room client, with a disk that outlives it. */
export class SimClient {
  readonly options: SimClientOptions;
  process = new SimProcess();
  editor: Editor;
  client: RoomClient;
  readonly disk: Map<string, string>;
  /** Values deleted from the disk. */
  private readonly deleted = new Map<string, string>();
  private ids = 0;
  /** The next client id that it uses, although it is another client's; null for none. */
  private stolenId: string | null = null;

  constructor(options: SimClientOptions) {
    this.options = options;
    this.disk = new Map(options.disk);
    [this.editor, this.client] = this.open();
  }

  /** Kills the tab and reopens it. */
  crash(): void {
    this.process.kill();
    this.process = new SimProcess();
    [this.editor, this.client] = this.open();
  }

  /** Reopens the tab under the id of another client. */
  crashWithIdOf({ client }: SimClient): void {
    this.stolenId = client.clientId;
    this.crash();
  }

  /**
   * Reopens the tab on a disk that has lost all client ids and restored all deleted ops: they are
   * sent once more, late and under another id.
   *
   * @returns the ops on the disk that have lost their client id
   */
  crashWithoutClientIds(): PendingOp[] {
    const withoutIds: PendingOp[] = [];
    for (const [key, json] of this.disk) {
      if (!key.startsWith('op:')) continue;
      const op = JSON.parse(json) as PendingOp;
      withoutIds.push(op);
      this.disk.set(key, withoutId(op));
    }
    // The versions that stored no ids numbered all ops of a disk differently.
    const mids = new Set(withoutIds.map(({ mid }) => mid));
    for (const [key, json] of this.deleted) {
      const op = JSON.parse(json) as PendingOp;
      if (!key.startsWith('op:') || mids.has(op.mid)) continue;
      mids.add(op.mid);
      this.disk.set(key, withoutId(op));
    }
    this.deleted.clear();
    this.crash();
    return withoutIds;
  }

  private open(): [Editor, RoomClient] {
    const { page, maxBlocks, accountId, parts, random, name } = this.options;
    const { process } = this;
    const clock = process.clock(this.options.clock);
    const createId = (): string => `${name}-${String(++this.ids)}`;
    const createClientId = (): string => {
      const stolen = this.stolenId;
      this.stolenId = null;
      return stolen ?? createId();
    };
    const environment = { now: clock.now, random, createId };
    const editor = createEditor({ page, maxBlocks, environment });
    // Every second tab keeps editing when its role forbids it: the room must not rely on clients.
    if (accountId % 2 === 1) editor.configure = () => undefined;
    const transport: RoomTransport = {
      connect: (handlers) => this.options.connect(this, handlers),
    };
    const storage = this.storage(process);
    const client = new RoomClient(
      { transport, storage, clock, random, createId: createClientId, accountId, editor },
      parts,
    );
    client.listen({
      onRejected: ({ mid, code }) => {
        if (code === 'not_permitted') this.options.onRejected(client.clientId ?? '', mid);
      },
    });
    return [editor, client];
  }

  /** A storage whose writes reach the disk in order, unless the tab crashes first. */
  private storage(process: SimProcess): RoomStorage {
    let writes: Promise<unknown> = Promise.resolve();
    const write = (act: () => void): Promise<void> => {
      const written = writes.then(async () => {
        await this.options.hop('disk');
        await process.running();
        act();
      });
      writes = written;
      return written;
    };
    return {
      entries: () =>
        Promise.resolve(
          [...this.disk].map(([key, json]) => [key, JSON.parse(json) as unknown] as const),
        ),
      put: (key, value) =>
        write(() => {
          const before = JSON.parse(this.disk.get(key) ?? '{}') as Partial<PendingOp>;
          this.disk.set(key, JSON.stringify(value));
          const { clientId, mid } = value as Partial<PendingOp>;
          if (clientId === undefined || mid === undefined) return;
          if (before.clientId !== undefined && before.clientId !== clientId)
            this.options.onRenamed(mid, before.clientId, clientId);
          this.options.onStored(clientId, mid);
        }),
      delete: (key) =>
        write(() => {
          const json = this.disk.get(key);
          if (json !== undefined) this.deleted.set(key, json);
          this.disk.delete(key);
        }),
    };
  }
}

function withoutId({ clientId: _, ...op }: PendingOp): string {
  return JSON.stringify(op);
}
