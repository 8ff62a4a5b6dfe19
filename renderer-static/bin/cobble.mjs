#!/usr/bin/env node
// Not in dist, so that it exists and is executable before the first build.
await import('../dist/cli/main.js');
