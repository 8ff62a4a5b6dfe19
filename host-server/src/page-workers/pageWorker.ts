/** The worker of {@link PageWorkers}. */
import { answerTasks } from '../shared/answerTasks.ts';

await answerTasks(async () => (await import('./answerPageTask.ts')).answerPageTask);
