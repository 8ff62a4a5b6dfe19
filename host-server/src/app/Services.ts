import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { CodeEmbedAddresses } from '../code-embeds/CodeEmbedAddresses.ts';
import type { Dns } from '../domains/Dns.ts';
import type { EmbedImages } from '../embed-images/EmbedImages.ts';
import type { FontLibrary } from '../fonts/FontLibrary.ts';
import type { Mailer } from '../mail/Mailer.ts';
import type { MediaStore } from '../media/MediaStore.ts';
import type { ImageMaker } from '../media/ImageMaker.ts';
import type { UploadSigner } from '../media/uploadSignature.ts';
import type { PreviewImages } from '../preview-images/PreviewImages.ts';
import type { PurgeQueue } from '../cdn/PurgeQueue.ts';
import type { KnownBlocks } from '../pages/KnownBlocks.ts';
import type { PublishedPages } from '../publishing/PublishedPages.ts';
import type { SiteDirectory } from '../publishing/SiteDirectory.ts';
import type { Clock } from '../shared/clock.ts';
import type { Addresses } from './addresses.ts';
import type { Consume } from './limits.ts';

/** What handlers and commands are given. Made once, in createApp. */
export interface Services {
  readonly knex: Knex;
  readonly log: Logger;
  readonly clock: Clock;
  readonly addresses: Addresses;
  readonly consume: Consume;
  /** Where names of the world lead. */
  readonly dns: Dns;
  /** Where authors' own code is served. */
  readonly codeEmbeds: CodeEmbedAddresses;
  readonly fonts: FontLibrary;
  readonly mailer: Mailer;
  readonly media: MediaStore;
  /** Keeps copies of other sites' images. */
  readonly embedImages: EmbedImages;
  /** Makes smaller files of stored images. */
  readonly images: ImageMaker;
  /** Paints pages for cards and for previews of links. */
  readonly previewImages: PreviewImages;
  readonly uploadSigner: UploadSigner;
  readonly publishedPages: PublishedPages;
  /** What was published last, block by block. */
  readonly knownBlocks: KnownBlocks;
  readonly sites: SiteDirectory;
  /** Tells the CDN, where there is one, what to forget. */
  readonly purges: PurgeQueue;
}
