import { expect } from 'chai';
import fc from 'fast-check';
import { CobbleError } from '../model/CobbleError.ts';
import { BitWriter } from './bits.ts';
import { decodeDrawing, safeDecodeDrawing } from './decodeDrawing.ts';
import { DRAWING_LIMITS } from './drawingLimits.ts';
import { DRAWING_COLORS, DRAWING_TOOLS, STROKE_WIDTHS_PX } from './drawingTools.ts';
import { encodeDrawing } from './encodeDrawing.ts';
import type { Stroke } from './Stroke.ts';

const coordinate = fc.double({ min: -70, max: 1400, noNaN: true });
const farCoordinate = fc.double({
  min: -DRAWING_LIMITS.maxCoordinatePx,
  max: DRAWING_LIMITS.maxCoordinatePx,
  noNaN: true,
});
const pressure = fc.double({ min: 0, max: 1, noNaN: true });
const point = (at: fc.Arbitrary<number>) => fc.record({ x: at, y: at, pressure });
const stroke: fc.Arbitrary<Stroke> = fc.record({
  tool: fc.constantFrom('pen' as const, 'highlighter' as const),
  color: fc.constantFrom('#000000', '#E5372C', '#12345678', 'rebeccapurple', 'rgb(1 2 3 / 50%)'),
  widthPx: fc.double({ min: 0.1, max: DRAWING_LIMITS.maxWidthPx, noNaN: true }),
  points: fc.oneof(
    fc.array(point(coordinate), { minLength: 1, maxLength: 12 }),
    fc.array(point(farCoordinate), { minLength: 1, maxLength: 4 }),
    // Strokes like handwriting: small steps from a starting point.
    fc
      .tuple(coordinate, fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 1, maxLength: 60 }))
      .map(([start, steps]) =>
        steps.map(([x, y], index) => ({ x: start + index * x, y: start + y, pressure: 0.5 })),
      ),
  ),
});

/** The code of the error that a function throws, or '' if it does not throw. */
function thrownBy(run: () => unknown): string {
  try {
    run();
    return '';
  } catch (error) {
    return error instanceof CobbleError ? error.code : String(error);
  }
}

describe('encodeDrawing and decodeDrawing', () => {
  it('round-trip strokes within a twentieth of a pixel and a 126th of pressure (law) [D1]', () => {
    fc.assert(
      fc.property(fc.array(stroke, { maxLength: 8 }), (strokes) => {
        const decoded = decodeDrawing(encodeDrawing(strokes));
        expect(decoded.map(({ tool }) => tool)).to.eql(strokes.map(({ tool }) => tool));
        decoded.forEach((result, index) => {
          const input = strokes[index];
          expect(result.points.length).to.equal(input?.points.length);
          expect(Math.abs(result.widthPx - (input?.widthPx ?? 0))).to.be.at.most(0.05 + 1e-9);
          result.points.forEach((each, at) => {
            const original = input?.points[at];
            expect(Math.abs(each.x - (original?.x ?? NaN))).to.be.at.most(0.05 + 1e-9);
            expect(Math.abs(each.y - (original?.y ?? NaN))).to.be.at.most(0.05 + 1e-9);
            expect(Math.abs(each.pressure - (original?.pressure ?? NaN))).to.be.at.most(
              1 / 126 + 1e-9,
            );
          });
        });
        // Encoding is idempotent: saving again changes nothing.
        expect(encodeDrawing(decoded)).to.equal(encodeDrawing(strokes));
        expect(decodeDrawing(encodeDrawing(decoded))).to.eql(decoded);
      }),
      { numRuns: 200 },
    );
  });

  it('return colours as hex with their alpha [D1]', () => {
    const points = [{ x: 1, y: 2, pressure: 0.5 }];
    const colors = ['red', '#abc', 'rgba(0, 128, 255, 0.5)', '#ABCDEF', '#ABCDEF'];
    const strokes = colors.map((color): Stroke => ({ tool: 'pen', color, widthPx: 4, points }));
    expect(decodeDrawing(encodeDrawing(strokes)).map(({ color }) => color)).to.eql([
      '#FF0000',
      '#AABBCC',
      '#0080FF80',
      '#ABCDEF',
      '#ABCDEF',
    ]);
  });

  it('produce text that needs no escaping, in a few characters per point (law) [D2]', () => {
    fc.assert(
      fc.property(fc.array(stroke, { maxLength: 5 }), (strokes) => {
        expect(encodeDrawing(strokes)).to.match(/^d1\.[\w-]*$/);
      }),
    );
    const points = Array.from({ length: 500 }, (_, index) => ({
      x: 100 + index + 20 * Math.sin(index / 7),
      y: 100 + 40 * Math.cos(index / 9),
      pressure: 0.5 + 0.3 * Math.sin(index / 20),
    }));
    const written = encodeDrawing([{ tool: 'pen', color: '#000000', widthPx: 4, points }]);
    expect(written.length / points.length).to.be.below(3.2);
  });

  it('read stored drawings of version 1 exactly [D3]', () => {
    const strokes: Stroke[] = [
      {
        tool: 'pen',
        color: '#000000',
        widthPx: 4,
        points: [
          { x: 10, y: 20, pressure: 0 },
          { x: 30.5, y: 18.2, pressure: 1 },
          { x: 52, y: 25, pressure: 1 },
        ],
      },
      { tool: 'highlighter', color: '#FFDE33', widthPx: 12, points: [{ x: 5, y: 6, pressure: 1 }] },
    ];
    const stored = 'd1.EAAAAFAs1GQZAD80j7xTWAT_3jO4AdWXv8';
    expect(encodeDrawing(strokes)).to.equal(stored);
    expect(decodeDrawing(stored)).to.eql(strokes);
    expect(decodeDrawing('d1.A')).to.eql([]);
  });

  it('decode any text or return one of three codes (law) [D4]', () => {
    const characters = fc.string({
      unit: fc.constantFrom(...Array.from('AZazBCYcxy0123456789-_')),
      maxLength: 400,
    });
    const damaged = fc
      .tuple(fc.array(stroke, { maxLength: 4 }), fc.nat(), characters, fc.nat(3))
      .map(([strokes, at, instead, removed]) => {
        const text = encodeDrawing(strokes);
        const from = at % text.length;
        return text.slice(0, from) + instead.slice(0, 3) + text.slice(from + removed);
      });
    // An alpha of 255 written out, which `encodeDrawing` never does.
    const opaque =
      'd1.IOU3LP_wABgCAAAAAAAAAAAAAAKAwAAAQYwBiwDwB_5QB-jAesKJ3kfHoEwY74AIAAAAA7DGZ-35A39sAOU3LP-BKAAAAAAAA';
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      characters.map((text) => `d1.${text}`),
      damaged,
    );
    fc.assert(
      fc.property(any, (text) => {
        const result = safeDecodeDrawing(text);
        if (!result.ok) {
          expect(result.code).to.match(/^drawing_(?:invalid|too_large|newer_version)$/);
          expect(result.details?.path).to.match(/^(?:strokes(?:\.\d+)?)?$/);
          expect(() => decodeDrawing(text))
            .to.throw(CobbleError)
            .that.deep.includes({ code: result.code, details: result.details });
          return;
        }
        // Whatever can be decoded can be encoded again.
        expect(decodeDrawing(encodeDrawing(result.value))).to.eql(result.value);
      }),
      { numRuns: 600, examples: [[opaque]] },
    );
  });

  it('reject counts above the limits, and text that is too short for its counts [D5]', () => {
    const dots = (count: number): Stroke => ({
      tool: 'pen',
      color: '#000000',
      widthPx: 4,
      points: Array.from({ length: count }, () => ({ x: 1, y: 1, pressure: 0.5 })),
    });
    const largest = encodeDrawing([dots(DRAWING_LIMITS.maxPoints)]);
    expect(decodeDrawing(largest)[0]?.points).to.have.length(DRAWING_LIMITS.maxPoints);
    expect(thrownBy(() => encodeDrawing([dots(DRAWING_LIMITS.maxPoints + 1)]))).to.equal(
      'drawing_too_large',
    );
    expect(thrownBy(() => encodeDrawing(Array.from({ length: 2001 }, () => dots(1))))).to.equal(
      'drawing_too_large',
    );
    expect(safeDecodeDrawing(`d1.${'A'.repeat(DRAWING_LIMITS.maxEncodedLength)}`)).to.deep.include({
      ok: false,
      code: 'drawing_too_large',
    });
    // Twelve ones, then a number of 25 ones: a count of 33 million strokes in seven characters.
    expect(safeDecodeDrawing('d1.________')).to.deep.include({ code: 'drawing_too_large' });
    // One point more than allowed, all of them present; see `drawingFormat` for the bits.
    const writer = new BitWriter();
    writer.number(1, 4);
    writer.bits(0, 3);
    writer.bits(0, 24);
    writer.number(40, 6);
    writer.number(DRAWING_LIMITS.maxPoints, 4);
    writer.bits(0, 7);
    writer.signed(0, 10);
    writer.signed(0, 10);
    writer.bits(32, 6);
    for (let bit = 0; bit < 2 * DRAWING_LIMITS.maxPoints; bit++) writer.bits(0, 1);
    expect(safeDecodeDrawing(`d1.${writer.end()}`)).to.deep.include({
      code: 'drawing_too_large',
      details: { path: 'strokes.0' },
    });
    expect(safeDecodeDrawing(largest.slice(0, -9))).to.deep.include({ code: 'drawing_invalid' });
    expect(safeDecodeDrawing(`${largest}A`)).to.deep.include({ code: 'drawing_invalid' });
    expect(safeDecodeDrawing('d2.AAAA')).to.deep.include({ code: 'drawing_newer_version' });
  });

  it('name the stroke and the field that cannot be encoded [D6]', () => {
    const good: Stroke = {
      tool: 'pen',
      color: '#000000',
      widthPx: 4,
      points: [{ x: 0, y: 0, pressure: 0.5 }],
    };
    const paths = [
      { ...good, color: 'no colour' },
      { ...good, widthPx: NaN },
      { ...good, points: [] },
      { ...good, points: [{ x: Infinity, y: 0, pressure: 0.5 }] },
      { ...good, points: [{ x: 0, y: 1e9, pressure: 0.5 }] },
      { ...good, points: [{ x: 0, y: 0, pressure: 2 }] },
    ].map((bad) => {
      try {
        encodeDrawing([good, bad]);
        return 'written';
      } catch (error) {
        return error instanceof CobbleError && error.code === 'drawing_invalid'
          ? error.details.path
          : error;
      }
    });
    expect(paths).to.eql([
      'strokes.1.color',
      'strokes.1.widthPx',
      'strokes.1.points',
      'strokes.1.points.0.x',
      'strokes.1.points.0.y',
      'strokes.1.points.0.pressure',
    ]);
  });
});

describe('encodeDrawing and decodeDrawing with values of the wrong type', () => {
  it('throw a CobbleError with a code and a path [D14]', () => {
    const good = {
      tool: 'pen',
      color: '#000000',
      widthPx: 4,
      points: [{ x: 0, y: 0, pressure: 1 }],
    };
    const bad: readonly (readonly [string, unknown])[] = [
      ['strokes', 5],
      ['strokes', null],
      ['strokes.0', [null]],
      ['strokes.0.tool', [{ ...good, tool: 'crayon' }]],
      ['strokes.0.color', [{ ...good, color: 5 }]],
      ['strokes.0.widthPx', [{ ...good, widthPx: 4n }]],
      ['strokes.1.points', [good, { ...good, points: null }]],
      ['strokes.0.points.0', [{ ...good, points: [7] }]],
      ['strokes.0.points.0.x', [{ ...good, points: [{ x: Symbol('x'), y: 0, pressure: 1 }] }]],
    ];
    for (const [path, strokes] of bad)
      expect(() => encodeDrawing(strokes as Stroke[]), path)
        .to.throw(CobbleError)
        .that.deep.includes({ code: 'drawing_invalid', details: { path } });
    for (const text of [5, null, undefined, {}, ['d1.']]) {
      const problem = { code: 'drawing_invalid', details: { path: '' } };
      expect(() => decodeDrawing(text as string))
        .to.throw(CobbleError)
        .that.deep.includes(problem);
      expect(safeDecodeDrawing(text)).to.deep.equal({ ok: false, ...problem });
    }
  });
});

describe('drawing tools', () => {
  it('are the specified ones: pen and highlighter, three widths, five colours and two more on desktops [D7]', () => {
    expect(DRAWING_TOOLS.pen.opacity).to.equal(1);
    expect(DRAWING_TOOLS.highlighter.opacity).to.equal(0.48);
    const yellow = DRAWING_COLORS.find(({ name }) => name === 'yellow');
    expect(DRAWING_TOOLS.highlighter.defaultColor).to.equal(yellow?.color);
    expect(STROKE_WIDTHS_PX).to.eql([4, 7, 12]);
    const names = (desktopOnly: boolean) =>
      DRAWING_COLORS.filter((each) => each.desktopOnly === desktopOnly).map(({ name }) => name);
    expect(names(false)).to.eql(['black', 'white', 'red', 'yellow', 'blue']);
    expect(names(true)).to.eql(['green', 'purple']);
  });
});
