import type { Migration } from './Migration.ts';
import { accounts } from './0001_accounts.ts';
import { pages } from './0002_pages.ts';
import { assets } from './0003_assets.ts';
import { serving } from './0004_serving.ts';
import { pictures } from './0005_pictures.ts';
import { codeEmbeds } from './0006_code_embeds.ts';
import { embedPictures } from './0007_embed_pictures.ts';
import { previewPictures } from './0008_preview_pictures.ts';
import { domainChecks } from './0009_domain_checks.ts';
import { signInLinkBrowsers } from './0010_sign_in_link_browsers.ts';
import { storage } from './0012_storage.ts';
import { rateLimits } from './0013_rate_limits.ts';
import { embedPictureAccounts } from './0014_embed_picture_accounts.ts';
import { rooms } from './0015_rooms.ts';
import { pageRoles } from './0016_page_roles.ts';
import { roomPatches } from './0017_room_patches.ts';
import { roomRemovals } from './0018_room_removals.ts';
import { roomOwners } from './0019_room_owners.ts';
import { sandbox } from './0020_sandbox.ts';

/**
 * Every migration, in order. The list is written out so that the sources and the built server use
 * the same one. Add new ones at the end, and never change a released one.
 */
export const migrations: readonly Migration[] = [
  accounts,
  pages,
  assets,
  serving,
  pictures,
  codeEmbeds,
  embedPictures,
  previewPictures,
  domainChecks,
  signInLinkBrowsers,
  storage,
  rateLimits,
  embedPictureAccounts,
  rooms,
  pageRoles,
  roomPatches,
  roomRemovals,
  roomOwners,
  sandbox,
];
