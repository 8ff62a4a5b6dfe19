import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { UnsendableSlots } from '../device/UnsendableSlots.ts';
import type { AccountStore } from './AccountStore.ts';

type Counts = ReadonlyMap<number, number>;

/** The session whose edits are sent. */
export type SendingSession = Pick<
  AccountStore,
  'account' | 'state' | 'hasExpired' | 'isStillSignedIn' | 'noteSession'
>;

/** What counts the edits and sends them. */
export interface UnsentSource {
  readonly count: (accountId: number, unsendable: UnsendableSlots) => Promise<Counts>;
  /** Returns whether there is nothing to try again. */
  readonly send: (account: SendingSession, unsendable: UnsendableSlots) => Promise<boolean>;
}

const NONE: UnsentSource = {
  count: () => Promise.resolve(new Map()),
  send: () => Promise.resolve(true),
};

/** Longer than any healthy database needs. */
const DATABASE_MS = 1500;

/** The edits of the account that only this device has [LR15]. */
export class UnsentStore {
  /** How many of them there are by the page's `ID`; pages without any are missing. */
  byPage: Counts = new Map();

  readonly #account: SendingSession;
  readonly #source: UnsentSource;
  readonly #unsendable = new UnsendableSlots();
  readonly #wait: (ms: number) => Promise<void>;

  /** @param wait resolves after so many milliseconds; tests use another one */
  constructor(
    account: SendingSession,
    source: UnsentSource = NONE,
    wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  ) {
    this.#account = account;
    this.#source = source;
    this.#wait = wait;
    makeAutoObservable(this, { byPage: observableRef });
  }

  /** How many there are on all pages. */
  get total(): number {
    return [...this.byPage.values()].reduce((sum, each) => sum + each, 0);
  }

  /**
   * Counts them again. Never rejects: without a database there are none. Returns their number, or the
   * last one if the database does not respond: a user who logs out waits for it.
   */
  async count(): Promise<number> {
    const accountId = this.#account.account?.ID;
    const counting: Promise<Counts> =
      accountId === undefined
        ? Promise.resolve(new Map())
        : this.#source.count(accountId, this.#unsendable).catch(() => new Map());
    const counts = await Promise.race([counting, this.#wait(DATABASE_MS)]);
    runInAction(() => {
      if (counts && this.#account.account?.ID === accountId) this.byPage = counts;
    });
    return this.total;
  }

  /** Sends them, page by page. Returns whether there is nothing to try again. */
  async send(): Promise<boolean> {
    const isComplete = await this.#source.send(this.#account, this.#unsendable);
    await this.count();
    return isComplete;
  }

  /** Those that could not be sent are tried again, as after a login. */
  retryAll(): void {
    this.#unsendable.clear();
  }

  clear(): void {
    this.retryAll();
    this.byPage = new Map();
  }
}
