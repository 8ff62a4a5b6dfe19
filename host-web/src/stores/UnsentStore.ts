import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { UnsendableSlots } from '../device/UnsendableSlots.ts';
import type { AccountStore } from './AccountStore.ts';

type Counts = ReadonlyMap<number, number>;

/** What counts the edits and sends them. */
export interface UnsentSource {
  readonly count: (accountId: number, unsendable: UnsendableSlots) => Promise<Counts>;
  /** Returns whether there is nothing to try again. */
  readonly send: (account: AccountStore, unsendable: UnsendableSlots) => Promise<boolean>;
}

const NONE: UnsentSource = {
  count: () => Promise.resolve(new Map()),
  send: () => Promise.resolve(true),
};

/** The edits of the account that only this device has [LR15]. */
export class UnsentStore {
  /** How many of them there are by the page's `ID`; pages without any are missing. */
  byPage: Counts = new Map();

  readonly #account: AccountStore;
  readonly #source: UnsentSource;
  readonly #unsendable = new UnsendableSlots();

  constructor(account: AccountStore, source: UnsentSource = NONE) {
    this.#account = account;
    this.#source = source;
    makeAutoObservable(this, { byPage: observableRef });
  }

  /** How many there are on all pages. */
  get total(): number {
    return [...this.byPage.values()].reduce((sum, each) => sum + each, 0);
  }

  /** Counts them again. Never rejects: without a database there are none. Returns their number. */
  async count(): Promise<number> {
    const accountId = this.#account.account?.ID;
    const counts: Counts =
      accountId === undefined
        ? new Map()
        : await this.#source.count(accountId, this.#unsendable).catch(() => new Map());
    runInAction(() => {
      if (this.#account.account?.ID === accountId) this.byPage = counts;
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
