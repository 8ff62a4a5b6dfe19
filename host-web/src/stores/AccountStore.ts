import { accountSchema, calls, type Account } from '@cobble/host-server/contract';
import { compareStructural, makeAutoObservable, runInAction } from 'mobx';
import { z } from 'zod';
import type { ApiClient } from '../api/ApiClient.ts';
import { ApiError } from '../api/ApiError.ts';
import { LocalValue, type LocalStorage } from './LocalValue.ts';

/**
 * The state of the session. `cached`: an account is cached, and the server has not responded yet.
 * `offline`: an account is cached, and the server cannot be reached [OF6].
 */
export type SessionState = 'uninitialized' | 'cached' | 'offline' | 'signed-in' | 'signed-out';

/** How long a user with a cached account waits for the server before the app starts without it. */
const PATIENCE_MS = 5_000;

/**
 * The session: the account, and the address that a sign-in link was sent to. Caches one account in
 * the browser; each response about the session replaces it, and the end of the session removes it.
 */
export class AccountStore {
  state: SessionState = 'uninitialized';
  /**
   * Whether a response has reported that the session has expired. The state stays as it is, because
   * the editor stores changes in the browser only for a user who is signed in [PB7].
   */
  hasExpired = false;
  /** Null when signed out, and during sign-up. */
  account: Account | null = null;
  /** The verified address, set during sign-up too. */
  email: string | null = null;
  /** The address that a link is expected for: last requested or confirmed; null once signed in. */
  signInEmail: string | null;
  /** The name that was entered on the landing page, as a suggestion for sign-up. */
  suggestedUsername: string;

  readonly #api: ApiClient;
  readonly #cachedAccount: LocalValue<Account>;
  readonly #storedEmail: LocalValue<string>;
  readonly #storedUsername: LocalValue<string>;
  readonly #patienceMs: number;
  /** Counts changes to the session, so that responses to earlier requests can be ignored [AU9]. */
  #changes = 0;

  /** @param patienceMs how long `cached` may last before it becomes `offline` */
  constructor(api: ApiClient, storage: LocalStorage | null, patienceMs = PATIENCE_MS) {
    this.#api = api;
    this.#patienceMs = patienceMs;
    this.#cachedAccount = new LocalValue('cobble.account', accountSchema, storage);
    this.#storedEmail = new LocalValue('cobble.login-email', z.string(), storage);
    this.#storedUsername = new LocalValue('cobble.wanted-username', z.string().max(20), storage);
    this.signInEmail = this.#storedEmail.read();
    this.suggestedUsername = this.#storedUsername.read() ?? '';
    const cached = this.#cachedAccount.read();
    if (cached) {
      this.account = cached;
      this.email = cached.email;
      this.state = 'cached';
    }
    makeAutoObservable(this);
  }

  /** Whether to show parts that need an account: signed in, or cached and not refused yet. */
  get showsAccount(): boolean {
    if (this.account === null) return false;
    return this.state !== 'signed-out' && this.state !== 'uninitialized';
  }

  /** Whether the address is verified but there is no account yet. */
  get needsSignUp(): boolean {
    return this.state === 'signed-in' && this.account === null;
  }

  /**
   * Loads the session from the server. If an account is cached and the server cannot be reached, or
   * not in time, the state is `offline` [OF6]. After other failures it is signed out, but the cache
   * stays, so that the next load tries again [AU7]. If the session has changed in the meantime, the
   * response or failure is ignored [AU9]. If it has ended, or is another account's, when the server
   * can be reached again, it counts as expired: the user may have edited a page meanwhile [OF7].
   *
   * @throws {ApiError} after the state is set
   */
  async refresh(): Promise<void> {
    const changesBefore = this.#changes;
    const patience = setTimeout(() => {
      if (changesBefore === this.#changes && this.state === 'cached') this.#goOffline();
    }, this.#patienceMs);
    try {
      const { account, email } = await this.#api.call(calls.getAccount, { isQuiet: true });
      runInAction(() => {
        if (changesBefore !== this.#changes) return;
        if (this.state === 'offline' && email !== this.email) this.#expireSession();
        else if (email === null) this.#endSession();
        else this.#startSession(account, email);
      });
    } catch (error) {
      if (changesBefore !== this.#changes) return;
      runInAction(() => {
        if (error instanceof ApiError && error.isTemporary && this.#goOffline()) return;
        this.state = 'signed-out';
        this.account = null;
        this.email = null;
      });
      throw error;
    } finally {
      clearTimeout(patience);
    }
  }

  /** Sends a sign-in link and stores the address. @throws {ApiError} */
  async sendLink(email: string, type: 'login' | 'sign-up'): Promise<void> {
    await this.#api.call(calls.sendSignInLink, {
      body: { email, type, localeTimeString: new Date().toLocaleTimeString() },
      isQuiet: true,
    });
    this.setSignInEmail(email);
  }

  setSignInEmail(email: string): void {
    this.signInEmail = email;
    this.#storedEmail.write(email);
  }

  suggestUsername(username: string): void {
    this.suggestedUsername = username;
    this.#storedUsername.write(username);
  }

  /**
   * Verifies a link for the stored address, and forgets the address if the link was not sent to it
   * [AU1].
   *
   * @throws {ApiError}
   */
  async verify(token: string): Promise<void> {
    const email = this.signInEmail ?? '';
    try {
      const { account } = await this.#api.call(calls.verifySignInLink, {
        body: { email, token },
        isQuiet: true,
      });
      runInAction(() => {
        this.#startSession(account, account?.email ?? email);
      });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'sign_in_link_invalid')
        this.#forgetSignInEmail();
      throw error;
    }
  }

  /** Completes sign-up. @throws {ApiError} */
  async create(username: string, answer: string): Promise<Account> {
    const account = await this.#api.call(calls.createAccount, {
      body: { username, questionnaire: { answer } },
      isQuiet: true,
    });
    runInAction(() => {
      this.#startSession(account, account.email);
      this.suggestedUsername = '';
      this.#storedUsername.clear();
    });
    return account;
  }

  /** Ends the session. @throws {ApiError} and stays signed in if the call fails */
  async signOut(): Promise<void> {
    await this.#api.call(calls.signOut, {});
    runInAction(() => {
      this.#endSession();
    });
  }

  /**
   * Checks on the server whether the session is valid again, as the user may have signed in using
   * another tab. If so, updates only `hasExpired`, so that an open editor is not reloaded. Returns
   * whether it is valid; false if the request fails.
   */
  async checkRenewed(): Promise<boolean> {
    const { email } = this;
    const response = await this.#api
      .call(calls.getAccount, { isQuiet: true })
      .catch(() => ({ email: null }));
    if (response.email === null || response.email !== email || this.email !== email) return false;
    this.noteSession(false);
    return true;
  }

  /**
   * Checks on the server whether the user is still signed in to this tab's account.
   *
   * @throws {ApiError} as it is unknown
   */
  async isStillSignedIn(): Promise<boolean> {
    const response = await this.#api.call(calls.getAccount, { isQuiet: true });
    return response.email !== null && response.email === this.email;
  }

  /**
   * Checks on the server whether the user has signed in to another account, as in another tab. If so,
   * the session of this tab's account has expired. Returns the names of both, or null if there is no
   * other account.
   *
   * @throws {ApiError} as it is unknown whether there is one
   */
  async findOther(): Promise<{ readonly own: string; readonly other: string } | null> {
    const { account, email } = this;
    if (account === null) return null;
    const response = await this.#api.call(calls.getAccount, { isQuiet: true });
    if (response.email === null) return null;
    if (response.email === email || this.email !== email) return null;
    this.noteSession(true);
    return { own: account.username, other: response.account?.username ?? response.email };
  }

  /** Sets whether the latest response has shown that the session has expired. */
  noteSession(hasExpired: boolean): void {
    this.hasExpired = hasExpired;
  }

  #startSession(account: Account | null, email: string): void {
    this.#changes += 1;
    this.hasExpired = false;
    this.state = 'signed-in';
    // A page that is open is not loaded again for an account that is still the same [OF7].
    if (!compareStructural(this.account, account)) this.account = account;
    this.email = email;
    if (account) this.#cachedAccount.write(account);
    else this.#cachedAccount.clear();
    this.#forgetSignInEmail();
  }

  #forgetSignInEmail(): void {
    runInAction(() => {
      this.signInEmail = null;
    });
    this.#storedEmail.clear();
  }

  /** Returns false if there is no account to go on with. */
  #goOffline(): boolean {
    const account = this.account ?? this.#cachedAccount.read();
    if (account === null) return false;
    runInAction(() => {
      this.state = 'offline';
      this.account = account;
      this.email = account.email;
    });
    return true;
  }

  /** Keeps the account: see {@link AccountStore.hasExpired}. */
  #expireSession(): void {
    this.#changes += 1;
    this.state = 'signed-in';
    this.hasExpired = true;
  }

  #endSession(): void {
    this.#changes += 1;
    this.hasExpired = false;
    this.state = 'signed-out';
    this.account = null;
    this.email = null;
    this.#cachedAccount.clear();
  }
}
