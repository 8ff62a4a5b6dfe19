import type { AnswerTask } from '../shared/answerTasks.ts';
import { checkInput, checkStored, referencesOf } from './checkPage.ts';
import { PageCache } from './PageCache.ts';
import { renderDocument } from './renderDocument.ts';
import type { PageTask, RenderInputs } from './tasks.ts';

const cache = new PageCache();

/** Does what {@link PageWorkers} asks for, in a worker thread. */
export const answerPageTask: AnswerTask<PageTask> = (task) => {
  switch (task.name) {
    case 'check':
      return checkInput(task, cache);
    case 'migrate':
      return checkStored(task, cache);
    case 'read': {
      const { pageId, document } = task;
      return { references: JSON.stringify(referencesOf(cache.read(pageId, document), document)) };
    }
    case 'render': {
      const inputs = JSON.parse(task.inputs) as RenderInputs;
      return renderDocument(cache.read(inputs.pageId, task.document), inputs);
    }
  }
};
