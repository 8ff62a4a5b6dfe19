import { expect } from 'chai';
import { imageNamesIn } from './imageNamesIn.ts';

describe('imageNamesIn', () => {
  const nameOf = (index: number): string => `${index.toString(16).padStart(32, '0')}.png`;

  it('finds the stored images of a page, each once', () => {
    const [a, b] = [nameOf(1), nameOf(2)];
    const json = JSON.stringify([
      `/assets/${a}`,
      `x/assets/${b}?y`,
      `/assets/${a}`,
      '/assets/c.png',
    ]);
    expect(imageNamesIn(json)).to.deep.equal([a, b]);
  });

  it('finds no more than a page can have blocks, since each is looked up', () => {
    const names = Array.from({ length: 10_001 }, (_, index) => nameOf(index));
    const json = JSON.stringify(names.map((name) => `/assets/${name}`));
    expect(imageNamesIn(json)).to.deep.equal(names.slice(0, 10_000));
  });
});
