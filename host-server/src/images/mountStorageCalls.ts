import type { Knex } from 'knex';
import { findAccountById, lockAccount } from '../accounts/repositories/accounts.ts';
import { inAccountTurn } from '../accounts/inAccountTurn.ts';
import { presentStorage } from '../accounts/storage.ts';
import { calls } from '../contract/index.ts';
import type { Mount } from '../http/mountCall.ts';
import { ApiError } from '../shared/ApiError.ts';
import { after, type Clock } from '../shared/clock.ts';
import { deleteUnusedAssets, readUsedAssets } from './repositories/assets.ts';

/** An image that was uploaded just now may be on a page that its author has not published yet. */
const UNUSED_AFTER_MS = 3_600_000;

/** Mounts the calls that show an account's storage and free it (docs/decisions/0137). */
export function mountStorageCalls(
  mount: Mount,
  { knex, clock }: { readonly knex: Knex; readonly clock: Clock },
): void {
  mount(calls.getStorage, {
    access: 'account',
    handle: ({ session }) => Promise.resolve(presentStorage(session.account)),
  });

  mount(calls.deleteUnusedUploads, {
    access: 'account',
    limitPerAccount: 'archivesPerAccount',
    async handle({ session }) {
      const { id } = session.account;
      const used = await readUsedAssets(knex, id);
      const change = async (transaction: Knex): Promise<ReturnType<typeof presentStorage>> => {
        // Publishing locks the account too, so that no page starts to use an image meanwhile.
        const account = await lockAccount(transaction, id);
        if (account === null) throw new ApiError('err_unauthorized');
        await readUsedAssets(transaction, id, used);
        await deleteUnusedAssets(transaction, id, after(clock(), -UNUSED_AFTER_MS), used);
        const now = await findAccountById(transaction, id);
        return presentStorage(now ?? account);
      };
      return inAccountTurn(knex, id, () => knex.transaction(change));
    },
  });
}
