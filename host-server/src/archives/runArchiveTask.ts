import type { PageDocument } from '../pages/repositories/pageRevisions.ts';
import { referencesOf } from '../page-workers/checkPage.ts';
import type { RunTask } from '../shared/runWorkerTasks.ts';
import { packAsset, packHtml, packJson, packSiteFiles } from './packPages.ts';
import { openForImport, readPage, unpackAsset } from './readArchive.ts';
import type { ArchiveTask } from './tasks.ts';

/** Does what {@link ArchiveWorkers} asks for, in a worker thread. */
export const runArchiveTask: RunTask<ArchiveTask> = (task) => {
  switch (task.name) {
    case 'open':
      return openForImport(task);
    case 'page':
      return readPage(task);
    case 'unpack':
      return unpackAsset(task);
    case 'references': {
      const { document } = task;
      const page = JSON.parse(document) as PageDocument;
      return { references: JSON.stringify(referencesOf(page, document)) };
    }
    case 'exportHtml':
      return packHtml(task);
    case 'exportJson':
      return packJson(task);
    case 'siteFiles':
      return packSiteFiles(task);
    case 'pack':
      return packAsset(task);
  }
};
