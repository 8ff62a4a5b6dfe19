import type { Account } from '../contract/index.ts';
import type { AccountRow } from './repositories/accounts.ts';

/** An account as its owner sees it. */
export function presentAccount(account: AccountRow): Account {
  return {
    ID: account.id,
    UUID: account.uuid,
    username: account.username,
    email: account.email,
    roles: [...account.roles],
    primarySite: { ID: account.site.id, slug: account.site.slug },
  };
}
