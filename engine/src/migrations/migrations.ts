import { wrapInMainSection } from './0.2.0.ts';
import { toRelativeSizes } from './0.3.0.ts';
import { toRichText } from './0.4.0.ts';
import { setHyperlinkTargets } from './0.4.1.ts';
import { normalizeLineHeights } from './0.5.1.ts';
import { setReferenceWidth } from './0.5.2.ts';
import { buttonsToRichButtons } from './0.5.3.ts';
import { normalizeTextFonts } from './0.6.0.ts';
import { markAsCurrent } from './0.7.0.ts';
import type { Migration } from './Migration.ts';

/** All migrations in the order in which they run. */
export const migrations: readonly Migration[] = [
  wrapInMainSection,
  toRelativeSizes,
  toRichText,
  setHyperlinkTargets,
  normalizeLineHeights,
  setReferenceWidth,
  buttonsToRichButtons,
  normalizeTextFonts,
  markAsCurrent,
];
