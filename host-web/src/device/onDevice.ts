import { LocalPages } from './LocalPages.ts';
import { RoomDatabase } from './RoomDatabase.ts';

/** One for the tab: a slot that is taken again must have the same storage. */
export const roomDatabase = new RoomDatabase();
/** The pages that this browser can open offline. */
export const localPages = new LocalPages(roomDatabase);
