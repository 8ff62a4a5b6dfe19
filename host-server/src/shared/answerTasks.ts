import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { transferable, type WorkerMessage } from './workerMessages.ts';

/**
 * Answers the tasks of a {@link WorkerPool}, one at a time. Called once by the worker's module.
 *
 * @param answer may throw: the task then fails as `crashed`, and the thread goes on.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- names the tasks of the pool
export function answerTasks<Task extends WorkerMessage>(
  answer: (task: Task) => WorkerMessage | Promise<WorkerMessage>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('This module runs only in a worker thread');
  lowerPriority();
  const reply = async (task: Task): Promise<void> => {
    try {
      const { message, transfers } = transferable(await answer(task));
      port.postMessage({ kind: 'answer', message }, transfers);
    } catch (error) {
      port.postMessage({
        kind: 'error',
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  };
  port.on('message', (task: Task) => void reply(task));
  port.postMessage({ kind: 'ready' });
}

/** Lets the thread that serves requests go first when all processors are busy. */
function lowerPriority(): void {
  // Linux has a priority per thread; elsewhere this would slow the whole server.
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without permission it runs at normal priority.
  }
}
