import { ArchiveProblem } from '../ArchiveProblem.ts';

const MAX_LENGTH = 512;
/** Characters that shells, Windows or browsers interpret. */
// eslint-disable-next-line no-control-regex -- rejecting them is the point
const UNSAFE_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\\:*?"<>|\u202a-\u202e\u2066-\u2069\ufffd]/;

/**
 * Converts a name in an archive to a path relative to its root, with slashes. Names must be ASCII,
 * or UTF-8 and flagged as such, since systems decode other names differently.
 *
 * @throws ArchiveProblem `archive_unsafe_name`
 */
export function readName(
  raw: Uint8Array,
  isUtf8: boolean,
): { readonly path: string; readonly isFolder: boolean } {
  const name = decode(raw, isUtf8);
  const isFolder = name.endsWith('/');
  const path = isFolder ? name.slice(0, -1) : name;
  const unsafe = (message: string): ArchiveProblem =>
    new ArchiveProblem('archive_unsafe_name', name, message);
  if (path === '' || path.length > MAX_LENGTH) throw unsafe('is not a valid name');
  if (UNSAFE_CHARACTERS.test(path))
    throw unsafe('contains characters that are not allowed in names');
  // Windows drops trailing dots and spaces, so `.. ` and `...` also point upwards.
  const parts = path.split('/');
  if (parts.some((part) => /^[. ]*$/.test(part))) throw unsafe('points outside the archive');
  if (parts.some((part) => /[. ]$/.test(part)))
    throw unsafe('has a part that ends with a dot or space');
  return { path, isFolder };
}

function decode(raw: Uint8Array, isUtf8: boolean): string {
  try {
    const name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
    if (isUtf8 || raw.every((byte) => byte < 0x80)) return name;
  } catch {
    // Not UTF-8: rejected below.
  }
  const shown = String.fromCharCode(...raw.subarray(0, 120));
  throw new ArchiveProblem('archive_unsafe_name', shown, 'is not encoded as UTF-8');
}
