import { ArchiveProblem } from '../ArchiveProblem.ts';

const MAX_LENGTH = 512;
/** What shells, Windows or a browser would read as something else than a letter of a name. */
// eslint-disable-next-line no-control-regex -- refusing them is the point
const ODD = /[\u0000-\u001f\u007f-\u009f\\:*?"<>|\u202a-\u202e\u2066-\u2069\ufffd]/;

/**
 * The path that a name in an archive stands for: relative, with slashes, below the root. Names must
 * be ASCII, or say that they are UTF-8 and be it: others are read differently on each system.
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
  if (path === '' || path.length > MAX_LENGTH) throw unsafe('is no name');
  if (ODD.test(path)) throw unsafe('has signs in it that a name may not have');
  // Dots and spaces at the end of a name are dropped by Windows: `.. ` and `...` lead upwards too.
  if (path.split('/').some((part) => part === '' || /[. ]$/.test(part)))
    throw unsafe('leads elsewhere');
  return { path, isFolder };
}

function decode(raw: Uint8Array, isUtf8: boolean): string {
  try {
    const name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
    if (isUtf8 || raw.every((byte) => byte < 0x80)) return name;
  } catch {
    // Not UTF-8: refused below.
  }
  const shown = String.fromCharCode(...raw.subarray(0, 120));
  throw new ArchiveProblem('archive_unsafe_name', shown, 'is a name in an encoding of its own');
}
