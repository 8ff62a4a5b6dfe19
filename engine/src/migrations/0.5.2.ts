import { GEOMETRY } from '../constants/geometry.ts';
import { readNumber } from './legacy/readNumber.ts';
import type { Migration } from './Migration.ts';

/** Sets the width at which the page was designed: 600 px, unless it names one already. */
export const setReferenceWidth: Migration = {
  version: '0.5.2',
  migrateFields(fields) {
    const given = readNumber(fields.settings.referenceWidth) ?? 0;
    const referenceWidth = given > 0 ? given : GEOMETRY.defaultReferenceWidthPx;
    return { ...fields, settings: { ...fields.settings, referenceWidth } };
  },
};
