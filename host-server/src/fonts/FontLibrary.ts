import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  type Font,
  fontFaces,
  createFontLookup,
  type FontLookup,
  FONTS,
} from '@cobble/engine/fonts';
import { FONT_PACKAGES, type FontPackage } from './fontPackages.ts';

const require = createRequire(import.meta.url);

/** Options of a {@link FontLibrary}. */
export interface FontLibraryOptions {
  /** The folder of fetched families, one folder each; it need not exist. */
  readonly folder: string;
  /** Whether this server fetches missing families. */
  readonly isFetching: boolean;
  /** For tests: packages other than the pinned ones. */
  readonly packages?: Readonly<Record<string, FontPackage>>;
}

/**
 * The server's font files: those of installed @fontsource packages, and fetched ones. Families
 * that this or another process fetches later become available at once.
 */
export class FontLibrary {
  readonly folder: string;
  readonly packages: Readonly<Record<string, FontPackage>>;
  private readonly isFetching: boolean;
  private readonly paths = new Map<string, string>();
  /** Cache: ids of families whose files exist. Never invalidated: pinned files are not removed. */
  private readonly available = new Set<string>();

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

  /**
   * The path of a font file by its name in URLs, whether or not it is fetched yet; null when it is
   * not in the catalogue.
   */
  pathOf(fileName: string): string | null {
    return this.paths.get(fileName) ?? null;
  }

  /** The folder of a family's fetched files; null for installed families. */
  targetOf(id: string): string | null {
    const pinned = Object.hasOwn(this.packages, id) ? this.packages[id] : undefined;
    return pinned === undefined ? null : join(this.folder, `${id}@${pinned[0]}`);
  }

  /** The names of the available families. */
  families(): readonly string[] {
    return FONTS.filter((font) => this.isAvailable(font)).map(({ name }) => name);
  }

  /** The names of the families that {@link lookUp} finds. */
  usable(): readonly string[] {
    return FONTS.filter(({ name }) => this.lookUp(name) !== null).map(({ name }) => name);
  }

  /** The families that are not available yet. */
  missing(): readonly Font[] {
    return FONTS.filter((font) => this.targetOf(font.id) !== null && !this.isAvailable(font));
  }

  /**
   * The files that pages may use: available ones, and those that this server is fetching, so that a
   * page published in the first minutes shows them once they are fetched.
   */
  readonly lookUp: FontLookup = createFontLookup((family) => {
    const font = FONTS.find(({ name }) => name === family);
    if (font === undefined) return false;
    return this.isAvailable(font) || (this.isFetching && this.targetOf(font.id) !== null);
  });

  private isAvailable(font: Font): boolean {
    if (this.available.has(font.id)) return true;
    const folder = this.folderOf(font);
    const isAvailable = folder !== null && (font.bundled || existsSync(folder));
    if (isAvailable) this.available.add(font.id);
    return isAvailable;
  }

  private folderOf({ id, bundled }: Font): string | null {
    return bundled
      ? join(dirname(require.resolve(`@fontsource/${id}/package.json`)), 'files')
      : this.targetOf(id);
  }
}
