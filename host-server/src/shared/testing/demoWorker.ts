import { threadId } from 'node:worker_threads';
import { type RunTask, runWorkerTasks } from '../runWorkerTasks.ts';

/** What the worker of the tests does. */
export type DemoTask = {
  readonly name: 'echo' | 'count' | 'loop' | 'fill' | 'throw' | 'exit';
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly text?: string;
};

let count = 0;

const runTask: RunTask<DemoTask> = ({ name, bytes, text }) => {
  switch (name) {
    case 'echo':
      return { bytes, text };
    case 'count':
      count += 1;
      return { count, threadId };
    case 'loop':
      for (;;);
    case 'fill': {
      const values: unknown[] = [];
      for (;;) values.push({ values: [values.length] });
    }
    case 'throw':
      throw new Error('a bug in the worker');
    case 'exit':
      process.exit(3);
  }
};

await runWorkerTasks(() => Promise.resolve(runTask));
