import { CobbleError, type Refusal, refuse } from '@cobble/engine';

/**
 * Why an archive was rejected. Every problem has `details.path`, the file in the archive ('' for
 * the archive itself). A refusal has an explanation in English as `details.message`, a thrown
 * {@link ArchiveProblem} as its `message`.
 *
 * - `archive_not_a_zip`, `archive_cut_off`, `archive_damaged`: wrong structure, lengths or checksum
 * - `archive_too_large`: more files, bytes, compression or JSON values than `ArchiveLimits`
 *   allow, or the 64-bit format
 * - `archive_unsafe_name`: a path outside the folder, or one that some systems read differently
 * - `archive_duplicate_name`: two entries with the same name, ignoring case and Unicode form, or a
 *   file with the name of a folder
 * - `archive_special_file`: a symbolic link or device
 * - `archive_unsupported`: encrypted, split, or compressed with an uncommon method
 * - `archive_not_a_site`: a ZIP without `cobble/site.json`
 * - `archive_newer_version`: written by a newer Cobble (details: `version`)
 * - `archive_invalid_json`: a file that is not UTF-8 or not JSON, or is nested too deeply
 * - `archive_invalid_manifest`: an invalid manifest (details: `field`), or a file that it names is
 *   missing
 * - `archive_invalid_page`: not a valid page (details: `field`, and if the engine rejected it
 *   `cause`, the engine's code), or its slug differs from the manifest's
 * - `page_newer_than_editor`: made with a newer editor (details: `version`, `editorVersion`)
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

/** Thrown while an archive is read or written; {@link asRefusal} converts it to a result. */
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

/** Converts an ArchiveProblem to a refusal and rethrows everything else. */
export function asRefusal(error: unknown): Refusal<ArchiveProblemCode> {
  if (!(error instanceof ArchiveProblem)) throw error;
  const { code, details, message } = error;
  return refuse(code as ArchiveProblemCode, { ...details, message });
}

/** Shortens an untrusted name for a message and replaces control characters. */
function shortened(path: string): string {
  const plain = path.replace(/[^\P{C}]/gu, '\u{FFFD}');
  return plain.length <= 120 ? plain : `${plain.slice(0, 119)}…`;
}
