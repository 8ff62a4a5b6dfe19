import { expect } from 'chai';
import { SizedCache } from './SizedCache.ts';

const MB = 1024 * 1024;

const sizeOf = (bytes: number): number => bytes;

describe('SizedCache', () => {
  it('keeps ordinary pages, however many large ones a visitor requests [SV14, SV17]', () => {
    const cache = new SizedCache(sizeOf);
    cache.set('ordinary', MB);
    for (let index = 0; index < 10; index += 1) cache.set(`large ${String(index)}`, 10 * MB);
    expect(cache.get('ordinary')).to.equal(MB);
    expect(cache.get('large 9')).to.equal(10 * MB);
    expect(cache.get('large 0')).to.equal(undefined);
  });

  it('has one value per key, even if it grows, and none once it is invalidated', () => {
    const cache = new SizedCache(sizeOf);
    cache.set('page', 10 * MB);
    cache.set('page', MB);
    expect(cache.get('page')).to.equal(MB);
    cache.delete('page');
    expect(cache.get('page')).to.equal(undefined);
    cache.set('page', MB);
    cache.set('page', 10 * MB);
    cache.delete('page');
    expect(cache.get('page')).to.equal(undefined);
  });
});
