import { run } from './run.ts';

// The reader may close the pipe: `cobble render … | head` is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 3);
});

process.exitCode = await run(
  process.argv.slice(2),
  { out: process.stdout, err: process.stderr, in: process.stdin },
  process.cwd(),
);
