import type { FromProcess, ToProcess } from './processMessages.ts';

/** Runs a task; `request` asks the server for something that the task needs. */
export type AnswerTask<Task, Answer> = (
  task: Task,
  request: (request: unknown) => Promise<unknown>,
) => Promise<Answer>;

/**
 * Makes this process the program of a `LimitedProcess`: it answers tasks until the server ends.
 *
 * @param prepare loads what the tasks need. When it fails, no task can run on this machine.
 */
export async function answerProcessTasks<Task, Answer>(
  prepare: () => Promise<AnswerTask<Task, Answer>>,
): Promise<void> {
  const send = (message: FromProcess): void => {
    process.send?.(message);
  };
  process.on('disconnect', () => process.exit());

  const requests = new Map<number, (response: unknown) => void>();
  let answerTask: AnswerTask<Task, Answer>;
  try {
    answerTask = await prepare();
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
    answerTask(message.task as Task, request).then(
      (answer) => {
        send({ kind: 'answer', id, answer });
      },
      (error: unknown) => {
        send({ kind: 'failed', id, reason: String(error) });
      },
    );
  });
  send({ kind: 'ready' });
}
