import type { ArchiveServices } from './siteToExport.ts';
import type { Mount } from '../http/mountCall.ts';
import type { Response } from 'express';
import { calls, MAX_ARCHIVE_MB } from '../contract/index.ts';
import { FairQueue } from '../shared/FairQueue.ts';
import { readUpload } from '../http/readUpload.ts';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import { exportArchive } from './exportArchive.ts';
import { importArchive } from './importArchive.ts';

/** Exports in progress, each of which may keep a packed page in memory until it is received. */
const EXPORTING = {
  concurrency: Infinity,
  concurrencyPerKey: 2,
  maxWaiting: 0,
  maxWaitingPerKey: 0,
  retryAfterSeconds: 30,
};

/** Each import keeps a file, and its pages' documents in memory until they are stored. */
const IMPORTING = { concurrency: 2, concurrencyPerKey: 1, maxWaiting: 20, maxWaitingPerKey: 2 };

/** Five hundred photos take a few minutes. */
const MAX_IMPORT_MS = 600_000;

/** Mounts the calls that export and import a site (docs/decisions/0121). */
export function mountArchiveCalls(mount: Mount, services: ArchiveServices): void {
  const exporting = new FairQueue<number>(EXPORTING);
  const importing = new FairQueue<number>(IMPORTING);

  mount(calls.exportSite, {
    access: 'account',
    limitPerAccount: 'archivesPerAccount',
    handle: ({ session, params, query, response }) =>
      exporting.run(session.account.id, () =>
        exportArchive(services, session.account, params.id, {
          includesHidden: query.hidden === 'true',
          url: query.url ?? null,
          response,
        }),
      ),
  });

  mount(calls.importSite, {
    access: 'account',
    limitPerAccount: 'archivesPerAccount',
    multipart: true,
    async handle({ session, params, request, response, ip }) {
      const { account } = session;
      if (account.site.id !== params.id) throw new ApiError('err_not_found');
      const { uploadSpool: spool, bodyTurns: turns } = services;
      const received = { spool, turns, address: ip, maxMb: MAX_ARCHIVE_MB };
      return readUpload(request, { ...received, admit: () => true }, ({ file }) =>
        importing.run(account.id, () =>
          whileConnected(response, (signal) => importArchive(services, account, file.path, signal)),
        ),
      ).catch((error: unknown) => {
        throw error instanceof ApiError && error.code === 'upload_too_large' ? tooLarge() : error;
      });
    },
  });
}

/** Runs an import whose signal is aborted when the client is gone, or when it takes too long. */
async function whileConnected<Value>(
  response: Response,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const ending = new AbortController();
  const leave = (): void => {
    ending.abort(new ApiError('err_bad_request', { message: messages.api.uploadInterrupted }));
  };
  if (response.destroyed) leave();
  response.once('close', leave);
  const timer = setTimeout(() => {
    const message = messages.api.archiveTooComplex;
    ending.abort(new ApiError('archive_too_large', { path: 'file', message }));
  }, MAX_IMPORT_MS);
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    response.off('close', leave);
  }
}

function tooLarge(): ApiError {
  return new ApiError('archive_too_large', {
    path: 'file',
    message: messages.api.archiveTooLarge(MAX_ARCHIVE_MB),
    details: { maxMb: MAX_ARCHIVE_MB },
  });
}
