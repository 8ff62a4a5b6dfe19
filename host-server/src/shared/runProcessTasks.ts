import type { FromProcess, ToProcess } from './processMessages.ts';

/** Runs a task; `request` asks the server for something that the task needs. */
export type RunTask<Task, TaskResult> = (
  task: Task,
  request: (request: unknown) => Promise<unknown>,
) => Promise<TaskResult>;

/**
 * Makes this process the program of a `LimitedProcess`: it runs tasks until the server ends.
 *
 * @param prepare loads what the tasks need. When it fails, no task can run on this machine.
 */
export async function runProcessTasks<Task, TaskResult>(
  prepare: () => Promise<RunTask<Task, TaskResult>>,
): Promise<void> {
  const send = (message: FromProcess): void => {
    process.send?.(message);
  };
  process.on('disconnect', () => process.exit());

  const requests = new Map<number, (response: unknown) => void>();
  let runTask: RunTask<Task, TaskResult>;
  try {
    runTask = await prepare();
  } catch (error) {
    send({ kind: 'unavailable', reason: String(error) });
    return;
  }
  process.on('message', (message: ToProcess) => {
    const { id } = message;
    if (message.kind === 'response') {
      requests.get(id)?.(message.response);
      requests.delete(id);
      return;
    }
    const request = (wanted: unknown): Promise<unknown> => {
      send({ kind: 'request', id, request: wanted });
      return new Promise((resolve) => requests.set(id, resolve));
    };
    runTask(message.task as Task, request).then(
      (result) => {
        send({ kind: 'result', id, result });
      },
      (error: unknown) => {
        send({ kind: 'failed', id, reason: String(error) });
      },
    );
  });
  send({ kind: 'ready' });
}
