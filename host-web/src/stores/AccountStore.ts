import { accountSchema, calls, type Account } from '@cobble/host-server/contract';
import { makeAutoObservable, runInAction } from 'mobx';
import { z } from 'zod';
import type { ApiClient } from '../api/ApiClient.ts';
import { LocalValue, type LocalStorage } from './LocalValue.ts';

/** Where the session stands. */
export type SessionState = 'uninitialized' | 'cached' | 'logged-in' | 'logged-out';

/** Whoever sits before the screen: the session, the account, the address that a link was sent to. */
export class AccountStore {
  state: SessionState = 'uninitialized';
  /** Null when logged out, and between the link and the end of sign-up. */
  account: Account | null = null;
  /** The address proven by a link, also before there is an account. */
  email: string | null = null;
  /** The address that a link was last sent to from this browser. */
  loginEmail: string | null;
  /** The name that was tried on the landing page; sign-up starts from it. */
  suggestedUsername: string;

  readonly #api: ApiClient;
  readonly #cachedAccount: LocalValue<Account>;
  readonly #storedEmail: LocalValue<string>;
  readonly #storedUsername: LocalValue<string>;
  /** Counts comings and goings: an answer about the session before one of them is void. */
  #turns = 0;

  constructor(api: ApiClient, storage: LocalStorage | null) {
    this.#api = api;
    this.#cachedAccount = new LocalValue('cobble.account', accountSchema, storage);
    this.#storedEmail = new LocalValue('cobble.login-email', z.string(), storage);
    this.#storedUsername = new LocalValue('cobble.wanted-username', z.string().max(20), storage);
    this.loginEmail = this.#storedEmail.read();
    this.suggestedUsername = this.#storedUsername.read() ?? '';
    const cached = this.#cachedAccount.read();
    if (cached) {
      this.account = cached;
      this.email = cached.email;
      this.state = 'cached';
    }
    makeAutoObservable(this);
  }

  /** Whether parts that depend on an account may show: logged in, or cached while we ask. */
  get showsAccount(): boolean {
    return this.account !== null && (this.state === 'logged-in' || this.state === 'cached');
  }

  /** Whether the address is proven and the sign-up not complete. */
  get needsSignUp(): boolean {
    return this.state === 'logged-in' && this.account === null;
  }

  /**
   * Asks the server who this is. A failure counts as logged out for now and keeps what is cached,
   * so that the next load tries again.
   *
   * @throws {ApiError} after the state is set
   */
  async refresh(): Promise<void> {
    const asked = this.#turns;
    try {
      const { account, email } = await this.#api.call(calls.getAccount, { isQuiet: true });
      runInAction(() => {
        if (asked !== this.#turns) return;
        if (email === null) this.#forget();
        else this.#enter(account, email);
      });
    } catch (error) {
      if (asked !== this.#turns) return;
      runInAction(() => {
        this.state = 'logged-out';
        this.account = null;
        this.email = null;
      });
      throw error;
    }
  }

  /** Sends a link and remembers the address. @throws {ApiError} */
  async sendLink(email: string, type: 'login' | 'sign-up'): Promise<void> {
    await this.#api.call(calls.sendSignInLink, {
      body: { email, type, localeTimeString: new Date().toLocaleTimeString() },
      isQuiet: true,
    });
    this.setLoginEmail(email);
  }

  setLoginEmail(email: string): void {
    this.loginEmail = email;
    this.#storedEmail.write(email);
  }

  suggestUsername(username: string): void {
    this.suggestedUsername = username;
    this.#storedUsername.write(username);
  }

  /** Spends a link for the remembered address. @throws {ApiError} */
  async verify(token: string): Promise<void> {
    const email = this.loginEmail ?? '';
    const { account } = await this.#api.call(calls.verifySignInLink, {
      body: { email, token },
      isQuiet: true,
    });
    runInAction(() => {
      this.#enter(account, account?.email ?? email);
    });
  }

  /** Completes sign-up. @throws {ApiError} */
  async create(username: string, answer: string): Promise<Account> {
    const account = await this.#api.call(calls.createAccount, {
      body: { username, questionnaire: { answer } },
      isQuiet: true,
    });
    runInAction(() => {
      this.#enter(account, account.email);
      this.suggestedUsername = '';
      this.#storedUsername.clear();
    });
    return account;
  }

  /** Ends the session here and at the server. @throws {ApiError} when the server did not hear of it */
  async logOut(): Promise<void> {
    await this.#api.call(calls.logOut, {});
    runInAction(() => {
      this.#forget();
    });
  }

  #enter(account: Account | null, email: string): void {
    this.#turns += 1;
    this.state = 'logged-in';
    this.account = account;
    this.email = email;
    if (account) this.#cachedAccount.write(account);
    else this.#cachedAccount.clear();
    this.loginEmail = null;
    this.#storedEmail.clear();
  }

  #forget(): void {
    this.#turns += 1;
    this.state = 'logged-out';
    this.account = null;
    this.email = null;
    this.#cachedAccount.clear();
  }
}
