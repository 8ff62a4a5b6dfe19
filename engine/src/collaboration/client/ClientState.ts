import { observable, runInAction } from 'mobx';
import type { RoomRole } from '../protocol/codes.ts';
import type { LostText } from './lostTextsOf.ts';
import type { RoomClientStatus } from './RoomClient.ts';

interface State {
  readonly status: RoomClientStatus;
  readonly role: RoomRole | null;
  readonly isReadOnly: boolean;
  readonly pendingCount: number;
  readonly seq: number | null;
  readonly lostTexts: readonly LostText[];
}

/** What a client shows of itself; observable. */
export class ClientState {
  private readonly box = observable.box<State>(
    {
      status: 'connecting',
      role: null,
      isReadOnly: false,
      pendingCount: 0,
      seq: null,
      lostTexts: [],
    },
    { deep: false },
  );

  get now(): State {
    return this.box.get();
  }

  set(patch: Partial<State>): void {
    runInAction(() => {
      this.box.set({ ...this.box.get(), ...patch });
    });
  }
}
