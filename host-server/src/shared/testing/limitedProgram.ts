import { runProcessTasks } from '../runProcessTasks.ts';

/** A task for tests of `LimitedProcess`. */
export type TestTask =
  | { readonly kind: 'echo'; readonly value: unknown }
  /** Responds with what the server responds. */
  | { readonly kind: 'ask'; readonly value: unknown }
  | { readonly kind: 'environment' }
  /** Blocks the process, so that it does not react to messages. */
  | { readonly kind: 'spin' }
  | { readonly kind: 'allocate'; readonly megabytes: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'throw' };

await runProcessTasks<TestTask, unknown>(() =>
  Promise.resolve(async (task, request) => {
    switch (task.kind) {
      case 'echo':
        return task.value;
      case 'ask':
        return request(task.value);
      case 'environment':
        return Object.keys(process.env);
      case 'spin':
        for (;;) Math.random();
      case 'allocate': {
        const held = Buffer.alloc(task.megabytes * 1e6, 1);
        await new Promise((resolve) => setTimeout(resolve, 60_000));
        return held.length;
      }
      case 'end':
        return process.exit(7);
      case 'throw':
        throw new Error('the task is broken');
    }
  }),
);
