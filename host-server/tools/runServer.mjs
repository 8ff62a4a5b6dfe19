/**
 * Runs the server for tests that kill it: `node runServer.mjs {main}`. A file, because worker
 * threads inherit the arguments of a program that is passed with `--eval`, and then do not start.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { main } = await import(pathToFileURL(resolve(process.argv[2])).href);
await main({ env: process.env, rootFolder: process.env.TEST_ROOT, log: console.log });
