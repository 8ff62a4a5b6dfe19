import { expect } from 'chai';
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

describe('SHAPES', () => {
  it('has all shapes of the specification but one’s own path', () => {
    expect(Object.keys(SHAPES)).to.have.members(NAMES);
  });

  for (const [name, { path, aspectRatio }] of Object.entries(SHAPES))
    it(`draws a whole ${name} that stands in its box`, () => {
      const commands = path.match(/[A-Za-z][^A-Za-z]*/g) ?? [];
      expect(commands[0]?.[0]).to.equal('M');
      expect(commands.at(-1)).to.equal('Z');
      for (const command of commands) {
        const letter = command.charAt(0);
        const numbers = (command.slice(1).match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
        expect(numbers, command).to.have.length(ARITY[letter] ?? NaN);
        // Points on the outline; control points may lie outside.
        const end = letter === 'H' || letter === 'V' ? numbers : numbers.slice(-2);
        for (const value of end) expect(value, command).to.be.within(-0.6, 100.6);
      }
      expect(path).to.not.match(/NaN|undefined|Infinity/);
      const content = { shapeType: name, shapeColor: '#000', shapePath: path };
      expect(shape.content.safeParse(content).success).to.equal(true);
      if (aspectRatio !== null) expect(aspectRatio).to.be.within(0.3, 2);
    });
});

describe('fitPath', () => {
  it('stretches points, lines and arcs from a frame into the box', () => {
    expect(fitPath([10, 20, 50, 200], 'M10 20H60V220A5 10 0 0 1 35 120Z')).to.equal(
      'M0 0H100V100A10 5 0 0 1 50 50Z',
    );
  });
});
