import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Font, fontFaces, fontFilesAmong, type FontLookup, FONTS } from '@cobble/engine/fonts';
import { FONT_PACKAGES, type FontPackage } from './fontPackages.ts';

const require = createRequire(import.meta.url);

/** What a {@link FontLibrary} is made from. */
export interface FontLibraryOptions {
  /** Where fetched families lie, one folder each; it need not exist. */
  readonly folder: string;
  /** Whether this server fetches what is missing, so that it will be there. */
  readonly isFetching: boolean;
  /** For tests: other packages than the pinned ones. */
  readonly packages?: Readonly<Record<string, FontPackage>>;
}

/**
 * The font files that the server has: those of the installed @fontsource packages and those that
 * were fetched. A family that was fetched while the server runs, by this process or another, is
 * there from then on.
 */
export class FontLibrary {
  readonly folder: string;
  readonly packages: Readonly<Record<string, FontPackage>>;
  private readonly isFetching: boolean;
  private readonly paths = new Map<string, string>();
  private readonly there = new Set<string>();

  constructor(options: FontLibraryOptions) {
    this.folder = options.folder;
    this.packages = options.packages ?? FONT_PACKAGES;
    this.isFetching = options.isFetching;
    for (const font of FONTS) {
      const folder = this.folderOf(font);
      if (folder === null) continue;
      for (const { fileName } of fontFaces(font)) this.paths.set(fileName, join(folder, fileName));
    }
  }

  /** Where a file is or will be by its name in pages' addresses; null when it is none of ours. */
  pathOf(fileName: string): string | null {
    return this.paths.get(fileName) ?? null;
  }

  /** Where a family's fetched files go; null for those that come installed. */
  targetOf(id: string): string | null {
    const pinned = Object.hasOwn(this.packages, id) ? this.packages[id] : undefined;
    return pinned === undefined ? null : join(this.folder, `${id}@${pinned[0]}`);
  }

  /** The families whose files are there, by their names. */
  families(): readonly string[] {
    return FONTS.filter((font) => this.isThere(font)).map(({ name }) => name);
  }

  /** The families that have still to be fetched. */
  missing(): readonly Font[] {
    return FONTS.filter((font) => this.targetOf(font.id) !== null && !this.isThere(font));
  }

  /**
   * The files that a page may name: what is there, and what this server is fetching, so that a page
   * published in the first minutes is whole when they have come.
   */
  readonly lookUp: FontLookup = fontFilesAmong((family) => {
    const font = FONTS.find(({ name }) => name === family);
    if (font === undefined) return false;
    return this.isThere(font) || (this.isFetching && this.targetOf(font.id) !== null);
  });

  private isThere(font: Font): boolean {
    if (this.there.has(font.id)) return true;
    const folder = this.folderOf(font);
    const isThere = folder !== null && (font.bundled || existsSync(folder));
    if (isThere) this.there.add(font.id);
    return isThere;
  }

  private folderOf({ id, bundled }: Font): string | null {
    return bundled
      ? join(dirname(require.resolve(`@fontsource/${id}/package.json`)), 'files')
      : this.targetOf(id);
  }
}
