#!/usr/bin/env node
// Apart from dist, so that it is there, and may be run, before anything is built.
await import('../dist/cli/main.js');
