import { GEOMETRY } from '../constants/geometry.ts';
import { readNumber } from '../model/readNumber.ts';
import type { Migration } from './Migration.ts';

/** Sets the width at which the page was designed: 600 px, unless it names one already. */
export const setReferenceWidth: Migration = {
  version: '0.5.2',
  migrate(page) {
    const given = readNumber(page.settings.referenceWidth) ?? 0;
    const referenceWidth = given > 0 ? given : GEOMETRY.defaultReferenceWidthPx;
    return { ...page, settings: { ...page.settings, referenceWidth } };
  },
};
