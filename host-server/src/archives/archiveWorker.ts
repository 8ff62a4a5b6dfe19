/** The worker of {@link ArchiveWorkers}. */
import { runWorkerTasks } from '../shared/runWorkerTasks.ts';

await runWorkerTasks(async () => (await import('./runArchiveTask.ts')).runArchiveTask);
