import { z } from 'zod';
import { accountSchema, emailSchema, storageSchema, usernameSchema } from '../account.ts';
import { defineCall, empty, none } from '../defineCall.ts';

/** Sign-in and accounts. */
export const accountCalls = {
  /**
   * Invalidates the browser's older link. The response sets the cookie that identifies the browser.
   */
  sendSignInLink: defineCall({
    method: 'POST',
    path: '/auth/email',
    query: none,
    body: z.object({
      email: emailSchema,
      type: z.enum(['login', 'sign-up']),
      version: z.enum(['canary', 'localhost']).optional(),
      localeTimeString: z.string().max(100).optional(),
    }),
    response: empty,
    errors: ['err_rate_limited', 'mail_not_sent'],
  }),
  /** Uses up the link; the response sets the session cookie. */
  verifySignInLink: defineCall({
    method: 'POST',
    path: '/auth/verify',
    query: none,
    body: z.object({ email: emailSchema, token: z.string().max(200) }),
    response: z.object({ account: accountSchema.nullable() }),
    errors: [
      'sign_in_link_invalid',
      'sign_in_link_used',
      'sign_in_link_expired',
      'err_rate_limited',
    ],
  }),
  signOut: defineCall({
    method: 'POST',
    path: '/auth/logout',
    query: none,
    body: none,
    response: empty,
    errors: [],
  }),
  /**
   * `{account: null, email: null}` when signed out; `{account: null, email}` before sign-up is
   * complete.
   */
  getAccount: defineCall({
    method: 'GET',
    path: '/account',
    query: none,
    body: none,
    response: z.object({ account: accountSchema.nullable(), email: z.string().nullable() }),
    errors: [],
  }),
  /** Creates the account, its site and the draft of its starter page, in one transaction. */
  createAccount: defineCall({
    method: 'POST',
    path: '/account',
    query: none,
    body: z.object({
      username: usernameSchema,
      questionnaire: z.object({ answer: z.string().trim().min(1).max(2000) }),
    }),
    response: accountSchema,
    errors: ['account_invalid_username', 'account_unavailable_username', 'err_unauthorized'],
  }),
  getStorage: defineCall({
    method: 'GET',
    path: '/account/storage',
    query: none,
    body: none,
    response: storageSchema,
    errors: ['err_unauthorized'],
  }),
  /**
   * Deletes the uploads, older than an hour, that no page or version of the account and no setting
   * of its site uses.
   */
  deleteUnusedUploads: defineCall({
    method: 'DELETE',
    path: '/account/storage/unused',
    query: none,
    body: none,
    response: storageSchema,
    errors: ['err_unauthorized', 'err_rate_limited'],
  }),
  /**
   * 200 means that the account exists, 404 that it does not. Usernames that are reserved or held
   * back count as existing. For `email`, only a session that has verified this address gets the
   * true result; everyone else gets 404.
   */
  accountExists: defineCall({
    method: 'HEAD',
    path: '/account',
    query: z.object({
      email: z.string().max(320).optional(),
      username: z.string().max(100).optional(),
    }),
    body: none,
    response: none,
    errors: ['account_does_not_exist', 'err_rate_limited'],
  }),
} as const;
