import type { PageFields } from '../../model/Page.ts';

/** Who sees a page, and where it is listed: what its owner alone decides. */
export const PAGE_FLAGS = ['isPublic', 'isRestricted', 'isListed', 'isPeekable'] as const;

/** The fields of a page that edits share; its height follows from its sections. */
export const SHARED_FIELDS: ReadonlySet<string> = new Set(['settings', 'style', ...PAGE_FLAGS]);

/** The fields that a room decides on, as one page has them, among all others of another. */
export function withRoomFields(others: PageFields, decided: PageFields): PageFields {
  return { ...withoutRoomFields(others), ...only(decided, isRoomField) } as PageFields;
}

/** The fields that no room decides on. */
export function withoutRoomFields(fields: Partial<PageFields>): Partial<PageFields> {
  return only(fields, (key) => !isRoomField(key));
}

function isRoomField(key: string): boolean {
  return SHARED_FIELDS.has(key) || key === 'relativeHeight';
}

function only(fields: Partial<PageFields>, isMeant: (key: string) => boolean): Partial<PageFields> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => isMeant(key)));
}
