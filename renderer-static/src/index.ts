export { ArchiveProblem } from './archive/ArchiveProblem.ts';
export type { ArchiveProblemCode } from './archive/ArchiveProblem.ts';
export { ARCHIVE_LIMITS } from './archive/archiveLimits.ts';
export type { ArchiveLimits } from './archive/archiveLimits.ts';
export { assetsIn } from './archive/assetsIn.ts';
export { exportPage, exportPageJson } from './archive/exportPage.ts';
export type { ExportedPage, PageUses } from './archive/exportPage.ts';
export { exportSite } from './archive/exportSite.ts';
export type { ExportSiteOptions } from './archive/exportSite.ts';
export { exportSiteFiles } from './archive/exportSiteFiles.ts';
export type { SiteFiles } from './archive/exportSiteFiles.ts';
export { importSite } from './archive/importSite.ts';
export type { ImportedSite, ImportSiteOptions } from './archive/importSite.ts';
export { openArchive, readArchivedPage, unpackFile } from './archive/openArchive.ts';
export type { ArchivedPage, OpenedArchive } from './archive/openArchive.ts';
export type {
  ExportProgress,
  ReadSiteFile,
  Site,
  SitePage,
  SiteRendering,
  SiteWarning,
} from './archive/Site.ts';
export { siteRootOf } from './archive/SiteFrame.ts';
export type { FramedPage, SiteFrame } from './archive/SiteFrame.ts';
export type { LookedUp } from './archive/SiteLookups.ts';
export { packFile } from './archive/zip/packFile.ts';
export type { PackedFile } from './archive/zip/packFile.ts';
export type { ZipEntry } from './archive/zip/readDirectory.ts';
export { writeZip } from './archive/zip/writeZip.ts';
export type { StreamedFile } from './archive/zip/writeZip.ts';
export type { ArchiveFile } from './archive/zip/zipFormat.ts';
export { CODE_EMBED_SANDBOX, codeEmbedDocument } from './blocks/code-embed/codeEmbedDocument.ts';
export { escapeHtml } from './html/escapeHtml.ts';
export type {
  Post,
  RenderedPage,
  RenderedSite,
  RenderOptions,
  RenderWarning,
} from './RenderOptions.ts';
export { embedThumbnails } from './images/embedThumbnails.ts';
export { HEAVY_GIF_BYTES } from './images/Image.ts';
export type { Image, ImageLookup } from './images/Image.ts';
export { en as pageMessages } from './messages/en.ts';
export type { PageMessages } from './messages/createTranslate.ts';
export { renderPage } from './renderPage.ts';
