import { isEditableField, type PageFields } from '../../model/Page.ts';

/** `fields` with the shared fields and the height of `shared`. */
export function withRoomFields(fields: PageFields, shared: PageFields): PageFields {
  return { ...withoutRoomFields(fields), ...pick(shared, isRoomField) } as PageFields;
}

/** The fields that are neither shared in the room nor, like the height, derived by it. */
export function withoutRoomFields(fields: Partial<PageFields>): Partial<PageFields> {
  return pick(fields, (key) => !isRoomField(key));
}

function isRoomField(key: string): boolean {
  return isEditableField(key) || key === 'relativeHeight';
}

function pick(fields: Partial<PageFields>, matches: (key: string) => boolean): Partial<PageFields> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => matches(key)));
}
