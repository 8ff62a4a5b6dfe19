import type { Page } from '../model/Page.ts';
import { isBuiltinPage } from './pageIds.ts';
import {
  ALL_PERMISSIONS,
  NO_PERMISSIONS,
  type Permissions,
  SAMPLE_PERMISSIONS,
  VIEW_ONLY,
} from './Permissions.ts';

/** What decides about a person before a page. */
export interface PermissionsRequest {
  /** Who is logged in, if anybody. */
  readonly account: { readonly ID: number } | null;
  readonly page: Pick<
    Page,
    'ID' | 'accountID' | 'isPublic' | 'isRestricted' | 'isPeekable' | 'isDisabled'
  >;
  /** A development build may do everything; absent means production. */
  readonly build?: 'production' | 'development';
  /** Whether the password of a restricted page was given. */
  readonly hasPassword?: boolean;
}

/** What a person may do with a page, and how it opens. */
export interface PageAccess extends Permissions {
  readonly mode: 'Editing' | 'Previewing';
  /** Code embeds do not run: the page's code is somebody else's. */
  readonly safeMode: boolean;
}

const access = (
  permissions: Permissions,
  mode: PageAccess['mode'],
  safeMode: boolean,
): PageAccess => ({ ...permissions, mode, safeMode });

/**
 * What a person may do with a page [A1, A2, A3, A4]. A page that is
 * private, disabled, or restricted without its password is not there for anybody but its owner
 * [PG3]. It decides what is offered; what is allowed the server decides again.
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
