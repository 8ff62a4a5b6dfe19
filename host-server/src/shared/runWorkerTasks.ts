import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { transferable, type WorkerMessage } from './workerMessages.ts';

/** Runs a task. May throw: the task then fails as `crashed`, and the thread goes on. */
export type RunTask<Task> = (task: Task) => WorkerMessage | Promise<WorkerMessage>;

/**
 * Runs the tasks of a {@link WorkerPool}, one at a time, at a low priority. Called once by the
 * worker's module.
 *
 * @param load imports what the tasks need; at a low priority too, because it takes half a second.
 */
export async function runWorkerTasks<Task extends WorkerMessage>(
  load: () => Promise<RunTask<Task>>,
): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('This module runs only in a worker thread');
  lowerPriority();
  const runTask = await load();
  const reply = async (task: Task): Promise<void> => {
    try {
      const { message, transfers } = transferable(await runTask(task));
      port.postMessage({ kind: 'result', message }, transfers);
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
