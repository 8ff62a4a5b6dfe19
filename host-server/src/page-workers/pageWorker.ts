/** The worker of {@link PageWorkers}. */
import { runWorkerTasks } from '../shared/runWorkerTasks.ts';

await runWorkerTasks(async () => (await import('./runPageTask.ts')).runPageTask);
