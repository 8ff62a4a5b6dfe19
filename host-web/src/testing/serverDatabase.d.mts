/** A database of a server that runs elsewhere. */
export interface ServerDatabase {
  readonly url: string;
  /** Lets accounts edit a page in its room, which the product does not offer yet. */
  readonly admit: (pageId: number, usernames: readonly string[]) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Creates an empty, migrated database. */
export function createServerDatabase(): Promise<ServerDatabase>;
