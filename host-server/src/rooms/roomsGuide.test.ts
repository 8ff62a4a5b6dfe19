import { readFileSync } from 'node:fs';
import * as assert from 'node:assert/strict';
import * as http from 'node:http';
import * as engine from '@cobble/engine';
import * as collaboration from '@cobble/engine/collaboration';
import * as conformance from '@cobble/engine/conformance';
import { expect } from 'chai';
import * as mobx from 'mobx';
import { Pool } from 'pg';
import * as socketIo from 'socket.io';
import * as socketIoClient from 'socket.io-client';
import { WebSocket, WebSocketServer } from 'ws';
import { runDocument } from '../../../scripts/testing/runDocument.mjs';
import { createTestDatabase } from '../testing/createTestDatabase.ts';

/** Like a browser's, which has no event that must be listened to. */
class BrowserSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.on('error', () => undefined);
  }
}

const guide = readFileSync(new URL('../../../docs/rooms.md', import.meta.url), 'utf8');

describe('the guide to rooms', function () {
  this.timeout(120_000);

  it('has only code that runs, and parts that pass the conformance suites [R95]', async () => {
    const database = await createTestDatabase();
    // The guide's tables have names of the product's.
    await database.knex.raw('CREATE SCHEMA guide');
    const pools: Pool[] = [];
    class GuidePool extends Pool {
      constructor({ connectionString }: { readonly connectionString: string }) {
        super({ connectionString, options: '-c search_path=guide' });
        pools.push(this);
      }
    }
    const problems: unknown[] = [];
    const cases: { readonly name: string; readonly run: () => Promise<void> }[] = [];
    let suite = '';
    const describe = (title: string, define: () => void): void => {
      suite = title;
      define();
    };
    const it = (title: string, run: () => Promise<void>): void => {
      cases.push({ name: `${suite} ${title}`, run });
    };
    try {
      await runDocument(
        guide,
        {
          '@cobble/engine': { ...engine },
          '@cobble/engine/collaboration': { ...collaboration },
          '@cobble/engine/conformance': { ...conformance },
          mobx: { ...mobx },
          'node:assert/strict': { ...assert },
          'node:http': { ...http },
          'node:test': { describe, it },
          pg: { Pool: GuidePool },
          'socket.io': { ...socketIo },
          'socket.io-client': { ...socketIoClient },
          ws: { WebSocket, WebSocketServer },
        },
        {
          WebSocket: BrowserSocket,
          // Where the guide puts a `WebSocket` if there is none.
          globalThis: {},
          process: { env: { DATABASE_URL: database.url } },
          console: { error: (error: unknown) => problems.push(error), warn: () => undefined },
        },
      );
      for (const { name, run } of cases)
        await run().catch((error: unknown) => problems.push(`${name}: ${String(error)}`));
      expect(problems).to.eql([]);
      expect(cases.length).to.be.above(50);
    } finally {
      for (const pool of pools) await pool.end();
      await database.drop();
    }
  });
});
