import type { ArchiveServices } from './siteToExport.ts';
import type { Mount } from '../http/mountCall.ts';
import { calls, type Imported, MAX_ARCHIVE_MB } from '../contract/index.ts';
import { FairQueue, type FairQueueOptions } from '../shared/FairQueue.ts';
import { connectionSignal } from '../http/connectionSignal.ts';
import { readUpload } from '../http/readUpload.ts';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import { ExportQueue } from './ExportQueue.ts';
import { exportArchive } from './exportArchive.ts';
import { importArchive } from './importArchive.ts';

/**
 * Each import keeps a file and, while its images are decoded, little more: each image is unpacked
 * into a file. There are therefore more places than in `STORING`, so that a few accounts with slow
 * images do not keep the others from importing. Accounts whose imports have taken minutes leave a
 * place free.
 */
const IMPORTING: FairQueueOptions = {
  concurrency: 20,
  concurrencyPerKey: 1,
  heavyMs: 60_000,
  halfLifeMs: 600_000,
  maxWaiting: 20,
  maxWaitingPerKey: 2,
  maxWaitMs: 600_000,
};

/** The pages' documents are in memory until they are stored. */
const STORING: FairQueueOptions = {
  concurrency: 2,
  concurrencyPerKey: 1,
  heavyMs: 5000,
  halfLifeMs: 60_000,
  maxWaiting: 20,
  maxWaitingPerKey: 1,
};

/** Five hundred photos take a few minutes. */
const MAX_IMPORT_MS = 600_000;

/** How long the client waits: as long as an import may take, with two minutes for its last step. */
const MAX_RESPONSE_MS = (IMPORTING.maxWaitMs ?? 0) + MAX_IMPORT_MS + 120_000;

/** Mounts the calls that export and import a site (docs/decisions/0121). */
export function mountArchiveCalls(mount: Mount, services: ArchiveServices): void {
  const exporting = new ExportQueue();
  const importing = new FairQueue<number>(IMPORTING);
  const storing = new FairQueue<number>(STORING);

  mount(calls.exportSite, {
    access: 'account',
    limitPerAccount: 'archivesPerAccount',
    handle({ session, params, query, response }) {
      // Nothing is sent before all pages without HTML have been read.
      response.setTimeout(MAX_RESPONSE_MS);
      return exporting.run(session.account.id, connectionSignal(response), (running) =>
        exportArchive(services, session.account, params.id, {
          includesHidden: query.hidden === 'true',
          url: query.url ?? null,
          response,
          running,
        }),
      );
    },
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
      const connection = connectionSignal(response);
      return readUpload(request, { ...received, admit: () => true }, ({ file }) => {
        response.setTimeout(MAX_RESPONSE_MS);
        const work = (signal: AbortSignal): Promise<Imported> =>
          importArchive(services, account, file.path, {
            signal,
            store: (task) => storing.run(account.id, task, signal),
          });
        return importing.run(account.id, () => withinTime(connection, work), connection);
      }).catch((error: unknown) => {
        throw error instanceof ApiError && error.code === 'upload_too_large' ? tooLarge() : error;
      });
    },
  });
}

/** Runs an import whose signal is aborted with the connection's, or when it takes too long. */
async function withinTime<Value>(
  connection: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const ending = new AbortController();
  const timer = setTimeout(() => {
    const message = messages.api.archiveTooComplex;
    ending.abort(new ApiError('archive_too_large', { path: 'file', message }));
  }, MAX_IMPORT_MS);
  try {
    return await work(AbortSignal.any([connection, ending.signal]));
  } finally {
    clearTimeout(timer);
  }
}

function tooLarge(): ApiError {
  return new ApiError('archive_too_large', {
    path: 'file',
    message: messages.api.archiveTooLarge(MAX_ARCHIVE_MB),
    details: { maxMb: MAX_ARCHIVE_MB },
  });
}
