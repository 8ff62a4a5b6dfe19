import { makeAutoObservable } from 'mobx';

/** Which of the app-wide overlays is open. */
export class OverlayStore {
  /** The login or sign-up modal, from any screen. */
  auth: 'login' | 'sign-up' | null = null;

  constructor() {
    makeAutoObservable(this);
  }

  openLogin(): void {
    this.auth = 'login';
  }

  openSignUp(): void {
    this.auth = 'sign-up';
  }

  closeAuth(): void {
    this.auth = null;
  }
}
