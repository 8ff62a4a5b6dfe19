/** Which tab uses which slot, in all tabs of this browser. */
export interface SlotLocks {
  /**
   * Whether a lock ends only when its tab does. Otherwise, a tab that is merely frozen may lose it.
   */
  readonly isReliable: boolean;
  /**
   * Takes the lock on a slot, until it is released or the tab is closed. Resolves with a function
   * that releases it, or with null if this tab or another one has it.
   *
   * @param waitMs how long to wait for it, if the locks are reliable; default: 0
   */
  readonly take: (slot: string, waitMs?: number) => Promise<(() => void) | null>;
}

/** The locks of this browser: Web Locks, which are missing where the app is served without HTTPS. */
export function slotLocks(): SlotLocks {
  const manager = (navigator as { readonly locks?: LockManager }).locks;
  return manager ? webLocks(manager) : channelLocks();
}

/** Locks over the Web Locks API. */
export function webLocks(manager: LockManager): SlotLocks {
  return {
    isReliable: true,
    take: (slot, waitMs = 0) =>
      new Promise((resolve, reject) => {
        const options =
          waitMs > 0 ? { signal: AbortSignal.timeout(waitMs) } : { ifAvailable: true };
        const request = manager.request(`cobble-slot:${slot}`, options, (lock) => {
          if (lock === null) resolve(null);
          else
            return new Promise<void>((release) => {
              resolve(() => {
                release();
              });
            });
          return undefined;
        });
        request.catch((error: unknown) => {
          const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
          if (isTimeout) resolve(null);
          else reject(error instanceof Error ? error : new Error(String(error)));
        });
      }),
  };
}

interface ChannelMessage {
  readonly type: 'asked' | 'held';
  readonly slot: string;
  /** The tab that asks. */
  readonly tab: string;
}

/** How long other tabs have to say that they hold a lock, in milliseconds. */
const ANSWER_MS = 500;

/**
 * Locks for browsers without Web Locks: a tab asks the others, and a frozen one does not answer.
 *
 * @param name of the channel between the tabs
 * @param waitForAnswers resolves when the others have had time to answer
 */
export function channelLocks(
  name = 'cobble-slots',
  waitForAnswers = () => new Promise<void>((resolve) => setTimeout(resolve, ANSWER_MS)),
): SlotLocks {
  const channel = new BroadcastChannel(name);
  const tab = newId();
  const held = new Set<string>();
  /** What to call when another tab has the lock that this tab asks for. */
  const asking = new Map<string, () => void>();
  const post = (message: ChannelMessage): void => {
    channel.postMessage(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
    const { type, slot } = data;
    const refuse = asking.get(slot);
    if (type === 'held') {
      if (data.tab === tab) refuse?.();
    } else if (held.has(slot) || (refuse && tab < data.tab)) post({ ...data, type: 'held' });
  });
  return {
    isReliable: false,
    take: async (slot) => {
      if (held.has(slot) || asking.has(slot)) return null;
      const isFree = await new Promise<boolean>((resolve, reject) => {
        asking.set(slot, () => {
          resolve(false);
        });
        post({ type: 'asked', slot, tab });
        waitForAnswers().then(() => {
          resolve(true);
        }, reject);
      });
      asking.delete(slot);
      if (!isFree) return null;
      held.add(slot);
      return () => {
        held.delete(slot);
      };
    },
  };
}

/** A new id; later ones are greater. `crypto.randomUUID` is missing without HTTPS. */
export function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(3));
  return [Date.now(), ...random].map((part) => part.toString(36).padStart(7, '0')).join('-');
}
