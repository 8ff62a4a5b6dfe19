import { expect } from 'chai';
import { ApiError } from '../shared/ApiError.ts';
import { ExportQueue, type RunningExport } from './ExportQueue.ts';

const KB = 1024;

/** An export that runs until the test ends it, or until it has to stop. */
class HeldExport {
  running: RunningExport | null = null;
  /** The code of its error; null while it runs or when it succeeded. */
  code: string | null = null;
  readonly done: Promise<void>;
  private readonly client = new AbortController();
  private end: () => void = () => undefined;

  constructor(queue: ExportQueue, accountId: number) {
    this.done = queue
      .run(accountId, this.client.signal, (running) => {
        this.running = running;
        return new Promise<void>((resolve, reject) => {
          this.end = resolve;
          running.signal.addEventListener('abort', () => {
            reject(running.signal.reason as Error);
          });
        });
      })
      .catch((error: unknown) => {
        this.code = error instanceof ApiError ? error.code : String(error);
      });
  }

  async finish(): Promise<void> {
    this.end();
    await this.done;
  }

  async leave(): Promise<void> {
    this.client.abort(new ApiError('err_bad_request'));
    await this.done;
  }
}

describe('ExportQueue', () => {
  it('ends the oldest export of the account that keeps the most, so that slow clients do not keep others from exporting [AR11]', async () => {
    const limits = { bytesPerAddress: 2048 * KB, bytesInTotal: 2048 * KB };
    const queue = new ExportQueue(limits);
    const [first, second, other] = [1, 1, 2].map((id) => new HeldExport(queue, id)) as [
      HeldExport,
      HeldExport,
      HeldExport,
    ];
    first.running?.keep(900 * KB);
    const honest = new HeldExport(queue, 3);
    expect([first, second, other, honest].map(({ code }) => code)).to.eql([null, null, null, null]);
    honest.running?.keep(200 * KB);
    await first.done;
    expect([first, second, other, honest].map(({ code }) => code)).to.eql([
      ...['err_unavailable', null, null, null],
    ]);
    expect(() => first.running?.keep(1)).to.throw(ApiError);
    for (const each of [second, other, honest]) await each.finish();
    const all = Array.from({ length: 4 }, (_, id) => new HeldExport(queue, id));
    expect(all.every(({ running }) => running !== null)).to.equal(true);
    for (const each of all) await each.finish();
    expect(all.map(({ code }) => code)).to.eql([null, null, null, null]);
  });

  it('has at most two pages in memory, of different accounts, and gives no turn to a client that has left [AR11]', async () => {
    const queue = new ExportQueue();
    const exports = [1, 1, 2, 3].map((id) => new HeldExport(queue, id));
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const steps = exports.map(({ running }, index) =>
      running
        ?.step(() => {
          started.push(index);
          return new Promise<void>((resolve) => ends.push(resolve));
        })
        .catch((error: unknown) => (error as ApiError).code),
    );
    expect(started).to.eql([0, 2]);
    await exports[1]?.leave();
    expect(await steps[1]).to.equal('err_bad_request');
    for (const end of ends.splice(0)) end();
    await steps[0];
    await steps[2];
    expect(started).to.eql([0, 2, 3]);
    ends[0]?.();
    await steps[3];
    for (const each of exports) await each.finish();
  });
});
