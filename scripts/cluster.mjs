/**
 * `npm run cluster -- [--servers=3] [--data=FOLDER] [--port=PORT]`: installs and builds what is missing, and
 * runs several servers behind nginx, on one Postgres and one Redis. Whatever ends is started again. Ctrl+C
 * ends everything; what is left after this program was killed, the next one ends. `cluster.json` in the data folder has the ports and processes.
 */
import { runScript } from './lib/runScript.mjs';

runScript(async () => {
  const { parseArgs } = await import('node:util');
  const { resolve } = await import('node:path');
  if (!process.env.NODE_ENV) process.env.NODE_ENV = 'production';
  const { requireClusterPrograms } = await import('./lib/clusterPrograms.mjs');
  const { StepError } = await import('./lib/step.mjs');
  const { setUp } = await import('./lib/setUp.mjs');
  const { rootFolder } = await import('./lib/paths.mjs');
  const programs = requireClusterPrograms(process.env);
  const { values } = parseArgs({
    options: {
      servers: { type: 'string', default: '3' },
      data: { type: 'string', default: '.cobble/cluster' },
      port: { type: 'string' },
    },
  });
  const servers = Number(values.servers);
  if (!Number.isInteger(servers) || servers < 1 || servers > 20)
    throw new StepError(`--servers is "${values.servers}"; expected a whole number from 1 to 20.`);
  await setUp({ dev: false });
  const { startCluster } = await import('./lib/cluster.mjs');
  const stopping = new Promise((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop(null));
  });
  const cluster = await startCluster({
    programs,
    servers,
    folder: resolve(rootFolder, values.data),
    port: values.port === undefined ? null : Number(values.port),
    print: (line) => console.log(line),
    stopping,
  });
  await stopping;
  console.log('Stopping.');
  await cluster.stop();
  process.exit(0);
});
