import { CobbleError } from '@cobble/engine';
import { ApiError } from '../shared/ApiError.ts';
import type { RunTask } from '../shared/runWorkerTasks.ts';
import { messages } from '../shared/messages.ts';
import { checkDraft, checkInput, checkStored, referencesOf } from './checkPage.ts';
import { readCodes } from './readCodes.ts';
import { PageCache } from './PageCache.ts';
import { renderDocument } from './renderDocument.ts';
import type { PageTask, RenderInputs } from './tasks.ts';

const cache = new PageCache();

/** Does what {@link PageWorkers} asks for, in a worker thread. */
export const runPageTask: RunTask<PageTask> = (task) => {
  switch (task.name) {
    case 'check':
      return checkInput(task, cache);
    case 'migrate':
      return checkStored(task, cache);
    case 'draft':
      return checkDraft(task, cache);
    case 'read': {
      const { pageId, document } = task;
      return { references: JSON.stringify(referencesOf(cache.read(pageId, document), document)) };
    }
    case 'codes':
      return readCodes(task);
    case 'render': {
      const inputs = JSON.parse(task.inputs) as RenderInputs;
      const page = cache.read(inputs.pageId, task.document);
      try {
        return renderDocument(page, inputs, task.maxBytes);
      } catch (error) {
        if (!(error instanceof CobbleError) || error.code !== 'page_too_large') throw error;
        return { refusal: JSON.stringify(pageTooLarge(task.maxBytes).body) };
      }
    }
  }
};

function pageTooLarge(maxBytes: number): ApiError {
  return new ApiError('err_payload_too_large', {
    path: 'things',
    message: messages.api.pageTooLarge(maxBytes / (1024 * 1024)),
  });
}
