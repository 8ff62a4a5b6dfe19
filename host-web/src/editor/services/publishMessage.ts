import { en } from '@cobble/renderer-konva/editor';
import { ApiError } from '../../api/ApiError.ts';
import { apiMessage } from '../../messages/apiMessage.ts';

/** Publishing has its own messages for these codes. */
const MESSAGES: Readonly<Record<string, string>> = {
  page_cannot_update_disabled_page: en.publish.notPermitted,
  err_unauthorized: 'You need to be logged in.',
  err_forbidden: en.publish.notPermitted,
};

/** The message for a failed publish. */
export function publishMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return en.publish.pageError;
  return MESSAGES[error.code] ?? apiMessage(error);
}
