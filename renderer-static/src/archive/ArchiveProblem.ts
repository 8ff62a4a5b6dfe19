import { CobbleError, type Refusal, refuse } from '@cobble/engine';

/**
 * Why an archive is refused. Each comes with `details.path`, the file in the archive that is meant
 * ('' for the archive itself), and `details.message`, what is wrong with it, in English.
 *
 * - `archive_not_a_zip`, `archive_cut_off`, `archive_damaged` (structure, lengths or a checksum)
 * - `archive_too_large`: more files, bytes or compression than {@link ArchiveLimits} allow
 * - `archive_unsafe_name`: a name that leads out of the folder, or that systems read differently
 * - `archive_duplicate_name`: two files of one name, or of names that differ in case alone
 * - `archive_special_file`: a symbolic link, a device
 * - `archive_unsupported`: encrypted, in parts, or compressed in another way than ZIPs commonly are
 * - `archive_not_a_site`: a ZIP without `cobble/site.json`
 * - `archive_newer_version`: a newer Cobble has written it (details: `version`)
 * - `archive_invalid_json`, `archive_invalid_manifest` (details: `field`)
 * - `archive_invalid_page`: a page that is none (details: `field`, and `cause`, the page's own code);
 *   `page_newer_than_editor`: a page of a newer editor (details: `version`, `editorVersion`)
 */
export type ArchiveProblemCode =
  | 'archive_not_a_zip'
  | 'archive_cut_off'
  | 'archive_damaged'
  | 'archive_too_large'
  | 'archive_unsafe_name'
  | 'archive_duplicate_name'
  | 'archive_special_file'
  | 'archive_unsupported'
  | 'archive_not_a_site'
  | 'archive_newer_version'
  | 'archive_invalid_json'
  | 'archive_invalid_manifest'
  | 'archive_invalid_page'
  | 'page_newer_than_editor';

/** Stops the reading of an archive; {@link asRefusal} turns it into a value. */
export class ArchiveProblem extends CobbleError {
  constructor(
    code: ArchiveProblemCode,
    path: string,
    message: string,
    details: Record<string, unknown> = {},
  ) {
    super(code, message, { details: { path: shortened(path), ...details } });
    this.name = 'ArchiveProblem';
  }
}

/** The refusal that a problem stands for; whatever else was thrown is thrown again. */
export function asRefusal(error: unknown): Refusal<ArchiveProblemCode> {
  if (!(error instanceof ArchiveProblem)) throw error;
  const { code, details, message } = error;
  return refuse(code as ArchiveProblemCode, { ...details, message });
}

/** A name from outside, fit for a message: short, and without what would move a cursor. */
function shortened(path: string): string {
  const plain = path.replace(/[^\P{C}]/gu, '\u{FFFD}');
  return plain.length <= 120 ? plain : `${plain.slice(0, 119)}…`;
}
