import { isRecord } from '../../model/json.ts';
import { pageProblem } from '../../parsing/pageProblem.ts';
import { compareVersions } from '../pageVersion.ts';
import type { JsonRecord, LegacyPage, MigrationContext } from '../Migration.ts';
import { LEGACY_WINDOW_PX } from './legacyNumbers.ts';
import type { LegacyUnits } from './LegacyUnits.ts';
import { readBackground } from './readBackground.ts';
import { readBorder } from './readBorder.ts';
import { readThings } from './readThings.ts';
import { readNumber, readPercentage } from './readNumber.ts';

/**
 * Converts a page of any older version to the current shape before its migrations run
 * (docs/decisions/0016): a list of blocks with unique ids, fields in their current places and with
 * their current names. Migrations then convert the values (px or fractions, plain or rich text).
 * Unknown fields are unchanged.
 *
 * @throws CobbleError `page_invalid_thing` if the page has no map or list of blocks
 */
export function readLegacyPage(
  page: JsonRecord,
  version: string,
  context: MigrationContext,
): LegacyPage {
  const { things } = page;
  if (!isRecord(things) && !Array.isArray(things))
    throw pageProblem(['things'], 'must be an object of blocks by uuid');
  const settings = isRecord(page.settings) ? page.settings : {};
  const units = unitsOf(version, settings);
  return {
    ...page,
    settings,
    style: readPageStyle(isRecord(page.style) ? page.style : {}, units),
    things: readThings(things, {
      units,
      hasSections: compareVersions(version, '0.2.0') >= 0,
      context,
    }),
  };
}

function unitsOf(version: string, settings: JsonRecord): LegacyUnits {
  if (compareVersions(version, '0.3.0') < 0)
    return { isPx: true, pxPerUnit: 1, window: LEGACY_WINDOW_PX };
  const width = readNumber(settings.referenceWidth) ?? 0;
  return { isPx: false, pxPerUnit: width > 0 ? width : LEGACY_WINDOW_PX, window: 1 };
}

function readPageStyle(style: JsonRecord, { window }: LegacyUnits): JsonRecord {
  const { background, border, margin, ...rest } = style;
  const ratio = readPercentage(margin);
  const length = ratio === null ? readNumber(margin) : ratio * window;
  return {
    ...rest,
    ...(background === undefined ? {} : { background: readBackground(background) ?? background }),
    ...(border === undefined ? {} : { border: readBorder(border) ?? border }),
    ...(margin === undefined ? {} : { margin: length ?? margin }),
  };
}
