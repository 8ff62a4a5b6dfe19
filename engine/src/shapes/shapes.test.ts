import { expect } from 'chai';
import { svgPathBbox } from 'svg-path-bbox';
import { shape } from '../blocks/shape/shape.ts';
import { fitPath } from './pathTools.ts';
import { SHAPES } from './shapes.ts';

const NAMES = [
  'rectangle, oval, triangle, eye, stamp, checkers, pillow crab, rounded hexagon, many petals',
  'soapy, sparkle, hollow petals, squiggles, star, streaks, hearts, heart, comment rectangle',
  'comment bubble, arrow thick, arrow thin, asterisk, ban, bread slice, check, certificate, cloud',
  'file, folder, map marker, shield, sticky note, tag',
]
  .join(', ')
  .split(', ');

const ARITY: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, Q: 4, A: 7, Z: 0 };
const ROUNDING = 0.35;

describe('SHAPES', () => {
  it('contains every shape type except `path`, whose outline is stored in the block [C7]', () => {
    expect(Object.keys(SHAPES)).to.have.members(NAMES);
  });

  for (const [name, { path, aspectRatio }] of Object.entries(SHAPES))
    it(`has a valid outline for ${name} [C8]`, () => {
      const commands = path.match(/[A-Za-z][^A-Za-z]*/g) ?? [];
      expect(commands[0]?.[0]).to.equal('M');
      expect(commands.at(-1)).to.equal('Z');
      for (const command of commands) {
        const letter = command.charAt(0);
        const numbers = (command.slice(1).match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
        expect(numbers, command).to.have.length(ARITY[letter] ?? NaN);
      }
      expect(path.split('M')).to.have.length(path.split('Z').length);
      expect(path).to.not.match(/NaN|undefined|Infinity/);
      const content = { shapeType: name, shapeColor: '#000', shapePath: path };
      expect(shape.content.safeParse(content).success).to.equal(true);
      if (aspectRatio !== null) expect(aspectRatio).to.be.within(0.3, 2);
    });

  for (const [name, { path }] of Object.entries(SHAPES))
    it(`fills its box with the ${name} and keeps every outline inside [C9]`, () => {
      const [left, top, right, bottom] = svgPathBbox(path);
      expect([left, top]).to.satisfy((at: number[]) => at.every((v) => Math.abs(v) < ROUNDING));
      expect([right, bottom]).to.satisfy((at: number[]) =>
        at.every((v) => Math.abs(v - 100) < ROUNDING),
      );
      for (const outline of path.split(/(?=M)/)) {
        const [x1, y1, x2, y2] = svgPathBbox(outline);
        // Anything smaller would be an accidental hole or bubble.
        expect(Math.min(x2 - x1, y2 - y1), outline).to.be.above(3);
      }
    });

  it('gives a new block its shape’s aspect ratio, and none to plain shapes [C10]', () => {
    const ratio = (shapeType: string): unknown =>
      shape.aspectRatio?.({ shapeType, shapeColor: '#000' });
    expect(ratio('heart')).to.be.closeTo(0.905, 0.001);
    expect(ratio('map marker')).to.be.above(1);
    for (const plain of ['rectangle', 'oval', 'triangle', 'path', 'constructor', 'no such'])
      expect(ratio(plain), plain).to.equal(null);
  });
});

describe('fitPath', () => {
  it('stretches points, lines and arcs from a frame into the box', () => {
    expect(fitPath([10, 20, 50, 200], 'M10 20H60V220A5 10 0 0 1 35 120Z')).to.equal(
      'M0 0H100V100A10 5 0 0 1 50 50Z',
    );
  });
});
