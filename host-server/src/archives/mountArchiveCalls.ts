import type { ArchiveServices } from './siteToExport.ts';
import type { Mount } from '../http/mountCall.ts';
import { calls, MAX_ARCHIVE_MB } from '../contract/index.ts';
import { FairQueue } from '../shared/FairQueue.ts';
import { readUpload } from '../http/readUpload.ts';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import { exportArchive } from './exportArchive.ts';
import { importArchive } from './importArchive.ts';

/** Each import holds a whole archive in memory. */
const IMPORTING = { concurrency: 2, concurrencyPerKey: 1, maxWaiting: 20, maxWaitingPerKey: 2 };

/** Mounts the calls that export and import a site (docs/decisions/0121). */
export function mountArchiveCalls(mount: Mount, services: ArchiveServices): void {
  const importing = new FairQueue<number>(IMPORTING);

  mount(calls.exportSite, {
    access: 'account',
    limitPerAccount: 'archivesPerAccount',
    handle: ({ session, params, query, response }) =>
      exportArchive(services, session.account, params.id, {
        includesHidden: query.hidden === 'true',
        url: query.url ?? null,
        response,
      }),
  });

  mount(calls.importSite, {
    access: 'account',
    limitPerAccount: 'archivesPerAccount',
    multipart: true,
    async handle({ session, params, request, ip }) {
      const { account } = session;
      if (account.site.id !== params.id) throw new ApiError('err_not_found');
      const received = { spool: services.uploadSpool, address: ip, maxMb: MAX_ARCHIVE_MB };
      return readUpload(request, { ...received, admit: () => true }, ({ file }) =>
        importing.run(account.id, async () => importArchive(services, account, await file.read())),
      ).catch((error: unknown) => {
        throw error instanceof ApiError && error.code === 'upload_too_large' ? tooLarge() : error;
      });
    },
  });
}

function tooLarge(): ApiError {
  return new ApiError('archive_too_large', {
    path: 'file',
    message: messages.api.archiveTooLarge(MAX_ARCHIVE_MB),
    details: { maxMb: MAX_ARCHIVE_MB },
  });
}
