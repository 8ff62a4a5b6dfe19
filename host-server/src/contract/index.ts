export {
  accountSchema,
  checkUsername,
  emailSchema,
  roleSchema,
  storageSchema,
  usernameSchema,
} from './account.ts';
export type { Account, Storage, UsernameProblem } from './account.ts';
export { importedSchema, MAX_ARCHIVE_MB } from './site.ts';
export type { Imported } from './site.ts';
export { calls } from './calls.ts';
export type { Calls } from './calls.ts';
export type { Call } from './defineCall.ts';
export { checkDomainName, domainSchema, readDomainName } from './domain.ts';
export type { Domain, DomainStatus } from './domain.ts';
export { ERROR_CODES } from './errorCodes.ts';
export type { ErrorBody, ErrorCode } from './errorCodes.ts';
export {
  normalizePassword,
  pageInputSchema,
  pagePasswordSchema,
  pageSummarySchema,
  pageVersionSchema,
  storedPageSchema,
} from './page.ts';
export type { PageInput, PageSummary, PageVersion, StoredPage } from './page.ts';
export {
  embedsSchema,
  MAX_EMBEDS,
  MAX_IMAGE_NAMES,
  imageNamesSchema,
  imageSchema,
} from './image.ts';
export { postAccountsOf, postSchema } from './post.ts';
export type { Post } from './post.ts';
export { ROOM_PING_MS, ROOM_SOCKET_PATH } from './roomSocket.ts';
export type { RoomClientEvents, RoomSocketAuth, RoomSocketEvents } from './roomSocket.ts';
export { halfExtent, isSandboxPlace, SANDBOX } from './sandbox.ts';
export type { SandboxPlace } from './sandbox.ts';
export { SHARE_IMAGE_PX, shareImageOf } from './site.ts';
export { siteRenderingSchema, siteSchema, siteSettingsSchema } from './site.ts';
export type { MetaTag, Site, SiteRendering, SiteSettings } from './site.ts';
// Plans are defined in the engine. Exported here for clients of the API.
export { planOf, PLANS } from '@cobble/engine';
export type { Plan, PlanName, Role } from '@cobble/engine';
