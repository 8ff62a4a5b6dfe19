import { calls } from '@cobble/host-server/contract';
import { ServiceError, type UploadService } from '@cobble/renderer-konva/editor';
import type { ApiClient } from '../../api/ApiClient.ts';
import type { Translate } from '../../messages/Translate.ts';
import type { AccountStore } from '../../stores/AccountStore.ts';
import { createUploader } from './createUploader.ts';
import { uploadByOtherError, uploadError } from './uploadError.ts';

/** Options of {@link createUploads}. */
export interface UploadsOptions {
  readonly api: ApiClient;
  readonly account: Pick<AccountStore, 'findOther'>;
  readonly t: Translate;
  readonly logIn: () => void;
  /** Sends images; replaced in tests. */
  readonly createUploader?: typeof createUploader;
}

/**
 * Creates the upload service, which calls the product's API. Images are stored only for the account
 * that the page was opened with: signatures are valid for one account, and are used once the server has
 * said that the user has not signed in to another one.
 *
 * @returns a function that returns the service for a plan
 */
export function createUploads({
  api,
  account,
  t,
  logIn,
  createUploader: create = createUploader,
}: UploadsOptions): (plan: {
  readonly maxMb: number;
  readonly isSignedIn: boolean;
}) => UploadService {
  const send = create(async () => {
    const signature = await api.call(calls.signUpload, { isQuiet: true });
    // Afterwards: if the user signs in to another account later, the server refuses this signature.
    const names = await account.findOther();
    if (names !== null) throw uploadByOtherError(t, names, logIn);
    return signature;
  });
  return (plan) => ({
    maxMb: plan.maxMb,
    upload: (file, options) =>
      send(file, options).catch((error: unknown) => {
        throw error instanceof ServiceError ? error : uploadError(t, error, { ...plan, logIn });
      }),
  });
}
