import { expect } from 'chai';
import { pino } from 'pino';
import { LimitedLog } from './LimitedLog.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

describe('LimitedLog', () => {
  const open = (lines: number, linesPerKey: number) => {
    const written: Line[] = [];
    const write = (line: string): void => void written.push(JSON.parse(line) as Line);
    const log = new LimitedLog(pino({}, { write }), { lines, linesPerKey, windowMs: 3_600_000 });
    return { log, written };
  };

  it('writes a few lines about each account, so that one cannot hide the lines of others [RO25]', () => {
    const { log, written } = open(100, 2);
    for (let index = 0; index < 50; index += 1) log.write('warn', 'Cut off', 1, { index });
    log.write('warn', 'Cut off', 2, { index: 50 });
    log.write('info', 'Opened', 1, { index: 51 });
    expect(written.map(({ msg, index }) => [msg, index])).to.eql([
      ['Cut off', 0],
      ['Cut off', 1],
      ['Cut off', 50],
      ['Opened', 51],
    ]);
  });

  it('counts a line with everything that it is about: an account with many pages hides no lines about those of others [RO33]', () => {
    const { log, written } = open(20, 2);
    for (let page = 0; page < 50; page += 1)
      log.write('info', 'Opened', [`page ${String(page)}`, 'owner 1'], { page });
    log.write('info', 'Opened', ['page 50', 'owner 2'], { page: 50 });
    log.write('info', 'Opened', 'page 0', { page: 0 });
    log.write('info', 'Opened', 'page 0', { page: 0 });
    expect(written.map((line) => (line as unknown as { page: number }).page)).to.eql([0, 1, 50, 0]);
  });

  it('bounds what many accounts together can write, and remembers none of those it leaves out [RO25]', () => {
    const { log, written } = open(10, 2);
    for (let key = 0; key < 10_000; key += 1) log.write('info', 'Refused', key, { key });
    expect(written).to.have.length(10);
  });

  it('says how many lines it has left out, and then writes again [RO25]', () => {
    const { log, written } = open(2, 2);
    for (let index = 0; index < 5; index += 1) log.write('warn', 'Cut off', 'a', { index });
    log.startWindow();
    expect(written.at(-1)).to.include({
      ...{ level: 40, omitted: 3, of: 'Cut off', msg: 'Similar lines were left out' },
    });
    log.write('warn', 'Cut off', 'a', { index: 5 });
    expect(written.at(-1)).to.include({ index: 5 });
    log.startWindow();
    expect(written).to.have.length(4);
  });
});
