/** The worker of {@link ArchiveWorkers}. */
import { answerTasks } from '../shared/answerTasks.ts';

await answerTasks(async () => (await import('./answerArchiveTask.ts')).answerArchiveTask);
