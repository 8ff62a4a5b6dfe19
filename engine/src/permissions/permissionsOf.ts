import type { Page } from '../model/Page.ts';
import { isBuiltinPage } from './pageIds.ts';
import {
  ALL_PERMISSIONS,
  NO_PERMISSIONS,
  type Permissions,
  SAMPLE_PERMISSIONS,
  VIEW_ONLY,
} from './Permissions.ts';

/** The argument of {@link permissionsOf}. */
export interface PermissionsRequest {
  /** The signed-in account, or null. */
  readonly account: { readonly ID: number } | null;
  readonly page: Pick<
    Page,
    'ID' | 'accountID' | 'isPublic' | 'isRestricted' | 'isPeekable' | 'isDisabled'
  >;
  /** A development build grants everything; defaults to production. */
  readonly build?: 'production' | 'development';
  /** Whether the visitor has entered the password of a restricted page. */
  readonly hasPassword?: boolean;
}

/** What a user may do with a page, and how it opens. */
export interface PageAccess extends Permissions {
  readonly mode: 'Editing' | 'Previewing';
  /** Code embeds do not run, because the author is someone else. */
  readonly safeMode: boolean;
}

const access = (
  permissions: Permissions,
  mode: PageAccess['mode'],
  safeMode: boolean,
): PageAccess => ({ ...permissions, mode, safeMode });

/**
 * Determines what a user may do with a page [A1, A2, A3, A4]. For everyone but its owner, a page
 * that is private, disabled, or restricted without its password does not exist [A3]. This decides
 * what the interface offers; the server checks access itself.
 */
export function permissionsOf(request: PermissionsRequest): PageAccess {
  const { account, page, build = 'production', hasPassword = false } = request;
  const isBuiltin = isBuiltinPage(page.ID);
  if (build === 'development')
    return access(ALL_PERMISSIONS, isBuiltin ? 'Previewing' : 'Editing', false);
  if (isBuiltin) return access(SAMPLE_PERMISSIONS, 'Previewing', false);
  if (account?.ID === page.accountID)
    return page.isDisabled
      ? access(VIEW_ONLY, 'Previewing', false)
      : access(ALL_PERMISSIONS, 'Editing', false);
  const isOpen = page.isPublic && !page.isDisabled && (page.isRestricted !== true || hasPassword);
  if (!isOpen) return access(NO_PERMISSIONS, 'Previewing', true);
  return access(page.isPeekable ? SAMPLE_PERMISSIONS : VIEW_ONLY, 'Previewing', true);
}
