import { reportRejection } from './promises.ts';

/** An event that listeners can subscribe to. */
export interface EventSource<Args extends readonly unknown[]> {
  /** Whether there are any listeners. */
  readonly hasListeners: boolean;
  /** Adds a listener, even if it was added before. Returns a function that removes it. */
  readonly listen: (listener: (...args: Args) => void) => () => void;
  /** Reports an event to those current listeners that are still subscribed when it is delivered. */
  readonly emit: (...args: Args) => void;
}

/** How long a chain of events that cause each other may be before it counts as endless. */
const MAX_DEPTH = 100;
/**
 * How many events one event may cause indirectly before they count as endless: two listeners that
 * each emit an event for every event double the number of events each time. Those that it causes
 * directly do not count: a listener may make any number of edits.
 */
const MAX_INDIRECT = 10_000;

/** All events that follow from one that no other event has caused. */
interface EventChain {
  indirectCount: number;
  isStopped: boolean;
}

/** A value whose changes are events. */
interface Watch {
  readonly hasChanged: () => boolean;
  /** Reports the value if it has changed since it was last reported. */
  readonly check: () => void;
}

const NO_WATCHES: readonly Watch[] = [];

interface QueuedEvent {
  readonly name: string;
  readonly chain: EventChain;
  /** The number of events that led to this one. */
  readonly depth: number;
  readonly args: readonly unknown[];
  /** Those that were subscribed when it happened. */
  readonly subscriptions: readonly Subscription[];
  /** The event that happened after it. */
  next: QueuedEvent | null;
}

interface Subscription {
  isActive: boolean;
  readonly listener: (...args: never) => unknown;
}

/**
 * Delivers events to listeners in the order in which they happened. What happens while an event is
 * delivered is delivered after it, so that each listener sees the same events in the same order. An
 * exception in a listener, or the rejection of an async one, is reported and does not keep the others
 * from being called.
 */
export class EventQueue {
  /** The first of the events that wait; each refers to the next. An array would take more memory. */
  private first: QueuedEvent | null = null;
  /** The last of them. */
  private last: QueuedEvent | null = null;
  private readonly watches = new Set<Watch>();
  private holds = 0;
  /** The event that is being delivered. */
  private current: QueuedEvent | null = null;
  private isDelivering = false;
  /** How deeply calls to the host's functions are nested, and whether they are stopped as endless. */
  private readonly guarded = { depth: 0, isStopped: false };
  /** Calls of {@link guardEnd} that wait until the functions that are stopped have returned. */
  private readonly ends: (() => void)[] = [];
  private isCallingEnds = false;
  private readonly report: (event: string, error: unknown) => void;

  /**
   * @param report receives what a listener throws or rejects with, and the name of the event; must
   *   not throw
   */
  constructor(report: (event: string, error: unknown) => void) {
    this.report = report;
  }

  /** Creates an event. Events of one queue are delivered in the order in which they happened. */
  source<Args extends readonly unknown[]>(name: string): EventSource<Args> {
    const subscriptions = new Set<Subscription>();
    /** The same as a list, as long as it does not change. */
    let listed: readonly Subscription[] | null = null;
    return {
      get hasListeners() {
        return subscriptions.size > 0;
      },
      listen: (listener) => {
        const subscription: Subscription = { isActive: true, listener };
        subscriptions.add(subscription);
        listed = null;
        return () => {
          subscription.isActive = false;
          subscriptions.delete(subscription);
          listed = null;
        };
      },
      emit: (...args) => {
        if (subscriptions.size === 0) return;
        const { current } = this;
        const chain = current?.chain ?? { indirectCount: 0, isStopped: false };
        const depth = current ? current.depth + 1 : 0;
        listed ??= [...subscriptions];
        this.enqueue({ name, chain, depth, args, subscriptions: listed, next: null });
        this.deliver();
      },
    };
  }

  /**
   * Calls a listener when a value has changed. Changes are found when the owner calls {@link
   * checkWatches}, and after a listener of any event has made them. Returns an unsubscriber.
   *
   * @param read returns a different value after each change
   * @param report returns what the listener receives; called when the change is found
   */
  watch<Report>(
    name: string,
    read: () => unknown,
    report: () => Report,
    listener: (value: Report) => void,
  ): () => void {
    const { listen, emit } = this.source<[Report]>(name);
    let last = read();
    const watch: Watch = {
      hasChanged: () => read() !== last,
      check() {
        const value = read();
        if (value === last) return;
        last = value;
        emit(report());
      },
    };
    this.watches.add(watch);
    const stop = listen(listener);
    return () => {
      stop();
      this.watches.delete(watch);
    };
  }

  /** Reports the watched values that have changed. */
  checkWatches(): void {
    // Each listener receives the current values, whatever other listeners change when called.
    this.hold(() => {
      for (const watch of this.watches) watch.check();
    });
  }

  /** Runs `work`, and delivers its events afterwards, when it is complete. */
  hold<Args extends readonly unknown[], Value>(
    work: (...args: Args) => Value,
    ...args: Args
  ): Value {
    this.holds += 1;
    try {
      return work(...args);
    } finally {
      this.holds -= 1;
      this.deliver();
    }
  }

  /**
   * Calls a function of the host and returns its value, or undefined if it throws. The exception is
   * reported like one in a listener, and so is the rejection of a returned promise. Functions that call
   * each other endlessly, such as a command that dispatches its own key, are not called any further,
   * and this is reported too.
   */
  guard<Args extends readonly unknown[], Value>(
    event: string,
    call: (...args: Args) => Value,
    ...args: Args
  ): Value | undefined {
    const { guarded } = this;
    if (guarded.isStopped) return undefined;
    if (guarded.depth >= MAX_DEPTH) {
      guarded.isStopped = true;
      this.report(event, new Error('functions of the host call each other endlessly'));
      return undefined;
    }
    guarded.depth += 1;
    try {
      const returned = call(...args);
      // Most return nothing, and need no new closure.
      if (returned !== undefined) reportRejection(returned, (error) => this.report(event, error));
      return returned;
    } catch (error) {
      this.report(event, error);
      return undefined;
    } finally {
      guarded.depth -= 1;
      if (guarded.depth === 0) {
        guarded.isStopped = false;
        this.callEnds();
      }
    }
  }

  /**
   * Like {@link guard}, for a function that the host relies on, because it is told that something has
   * ended: if functions are stopped as endless, it is called when they have returned. One that is
   * itself endless is stopped then.
   */
  guardEnd(event: string, call: () => unknown): void {
    let isCalled = false as boolean;
    const called = (): unknown => {
      isCalled = true;
      return call();
    };
    this.guard(event, called);
    if (!isCalled && !this.isCallingEnds) this.ends.push(() => this.guard(event, call));
  }

  private callEnds(): void {
    if (this.ends.length === 0) return;
    this.isCallingEnds = true;
    for (const end of this.ends.splice(0)) end();
    this.isCallingEnds = false;
  }

  private enqueue(event: QueuedEvent): void {
    if (this.last) this.last.next = event;
    else this.first = event;
    this.last = event;
  }

  private dequeue(): QueuedEvent | null {
    const event = this.first;
    this.first = event?.next ?? null;
    if (!this.first) this.last = null;
    return event;
  }

  private deliver(): void {
    if (this.isDelivering || this.holds > 0) return;
    this.isDelivering = true;
    for (let event = this.dequeue(); event; event = this.dequeue()) {
      const { name, args, subscriptions } = event;
      this.current = event;
      if (this.isStopped(event)) continue;
      for (const subscription of subscriptions) {
        // What has changed before the call is not caused by this event, and its owner reports it.
        const unchanged =
          this.watches.size === 0
            ? NO_WATCHES
            : [...this.watches].filter((watch) => !watch.hasChanged());
        this.guard(name, callListener, subscription, args);
        for (const watch of unchanged) watch.check();
      }
    }
    this.current = null;
    this.isDelivering = false;
  }

  /** Counts an event, and stops and reports its chain if that seems endless. */
  private isStopped({ name, chain, depth }: QueuedEvent): boolean {
    if (chain.isStopped) return true;
    if (depth > 1) chain.indirectCount += 1;
    chain.isStopped = depth > MAX_DEPTH || chain.indirectCount > MAX_INDIRECT;
    if (chain.isStopped) this.report(name, new Error('listeners call each other endlessly'));
    return chain.isStopped;
  }
}

function callListener({ isActive, listener }: Subscription, args: readonly unknown[]): unknown {
  return isActive ? listener(...(args as never)) : undefined;
}
