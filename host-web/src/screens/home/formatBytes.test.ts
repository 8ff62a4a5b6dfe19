import { PLANS } from '@cobble/host-server/contract';
import { expect } from 'chai';
import { formatBytes } from './formatBytes.ts';

const MB = 1024 * 1024;

describe('formatBytes', () => {
  it('shows sizes as users read them, and the limits of plans as they are advertised [HO7]', () => {
    expect([0, 1, 700_000, 1.5 * MB, 123.4 * MB, 1000 * MB, 2000 * MB].map(formatBytes)).to.eql([
      ...['0 KB', '0 KB', '684 KB', '1.5 MB', '123 MB', '1.0 GB', '2.0 GB'],
    ]);
    const limits = PLANS.flatMap(({ maxStorageBytes }) => maxStorageBytes ?? []);
    expect(limits.map(formatBytes)).to.eql(['50 GB', '10 GB', '1 GB', '200 MB']);
  });
});
