import { GEOMETRY } from '../constants/geometry.ts';
import { readNumber } from './legacy/readNumber.ts';
import type { Migration } from './Migration.ts';

/** Sets the reference width to 600 px, unless the page has one. */
export const setReferenceWidth: Migration = {
  version: '0.5.2',
  migrateFields(fields) {
    const ownWidth = readNumber(fields.settings.referenceWidth) ?? 0;
    const referenceWidth = ownWidth > 0 ? ownWidth : GEOMETRY.defaultReferenceWidthPx;
    return { ...fields, settings: { ...fields.settings, referenceWidth } };
  },
};
