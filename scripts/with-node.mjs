/**
 * `node scripts/with-node.mjs 24 <program> [argument …]`: runs a program on another version of Node,
 * which it installs from npm the first time. `npm` and everything that the program starts use that
 * version too. Exits with the program's exit code.
 */
import { runScript } from './lib/runScript.mjs';

runScript(async () => {
  const { spawn } = await import('node:child_process');
  const { delimiter } = await import('node:path');
  const { installNode } = await import('./lib/installNode.mjs');
  const { setUp } = await import('./lib/setUp.mjs');

  const [major, program, ...args] = process.argv.slice(2);
  if (program === undefined) throw new Error('Usage: node scripts/with-node.mjs <major> <program>');
  // A first install empties node_modules, where the other version of Node is.
  await setUp({ build: false });
  const folder = await installNode(major);
  const PATH = `${folder}${delimiter}${process.env.PATH ?? ''}`;
  const child = spawn(program, args, { env: { ...process.env, PATH }, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('close', (code) => process.exit(code ?? 1));
});
