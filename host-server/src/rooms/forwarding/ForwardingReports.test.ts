import { expect } from 'chai';
import { pino } from 'pino';
import { ForwardingReports } from './ForwardingReports.ts';

describe('the log about rooms of several servers', () => {
  it('has a few lines of a kind, however often something fails, or clients could fill the disk [RO25]', () => {
    const lines: { readonly msg: string; readonly omitted?: number }[] = [];
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as never) });
    const reports = new ForwardingReports({ log, metrics: null });
    for (let count = 0; count < 1000; count += 1) {
      reports.lineFailed(new Error('x'));
      reports.ownerNotFound(new Error('x'));
      reports.redisDown(new Error('x'));
      reports.redisUp();
    }
    expect(lines).to.have.length(20);
    reports.close();
    expect(lines.slice(20).map(({ omitted }) => omitted)).to.eql([995, 995, 995, 995]);
  });
});
