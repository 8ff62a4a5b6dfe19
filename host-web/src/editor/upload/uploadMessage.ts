import { ServiceError } from '../services/EditorServices.ts';
import { tooLargeMessage, UNSUPPORTED_TYPE } from './uploadProblem.ts';

/** A person's words for an upload that the server refused (editing-canvas.md section 8). */
export function uploadMessage(error: unknown, maxMb: number): string {
  if (!(error instanceof ServiceError)) return 'Something went wrong. Try again.';
  switch (error.code) {
    case 'upload_signature_expired':
      return 'Something went wrong. Please refresh the page.';
    case 'upload_unsupported_type':
      return UNSUPPORTED_TYPE;
    case 'upload_too_large': {
      const max = error.details['maxMb'] ?? error.details['max'];
      return tooLargeMessage(typeof max === 'number' ? max : maxMb);
    }
    case 'upload_too_many':
      return 'Only 1 files can be uploaded at a time.';
    case 'err_unauthorized':
      return 'You need to be logged in.';
    default:
      return 'Something went wrong. Try again.';
  }
}
