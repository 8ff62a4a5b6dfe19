import { expect } from 'chai';
import fc from 'fast-check';
import { CobbleError } from '../model/CobbleError.ts';
import type { Point } from '../model/Position.ts';
import { decodeDrawing } from './decodeDrawing.ts';
import { DRAWING_LIMITS } from './drawingLimits.ts';
import { type DrawingPen, DrawingSession } from './DrawingSession.ts';
import { drawingOf } from './drawingOf.ts';
import { drawingPathData } from './drawingPathData.ts';
import { inkBox } from './inkBox.ts';
import { inkPaths } from './inkPaths.ts';
import { SIMPLIFY_TOLERANCE_PX, simplifyStroke } from './simplifyStroke.ts';
import { smoothStroke } from './smoothStroke.ts';
import type { Stroke, StrokePoint } from './Stroke.ts';
import { sampleCurve } from './strokeCurve.ts';
import { StrokeSmoother } from './StrokeSmoother.ts';
import { strokeOutline } from './strokeOutline.ts';

const pen = (points: readonly StrokePoint[], widthPx = 4): Stroke => ({
  tool: 'pen',
  color: '#000000',
  widthPx,
  points,
});
const at = (x: number, y: number, pressure = 0.5): StrokePoint => ({ x, y, pressure });

/** Strokes like handwriting: they bend, sometimes turn back, and vary in pressure. */
const handwriting = fc
  .record({
    steps: fc.array(
      fc.record({
        angleStep: fc.double({ min: -0.9, max: 0.9, noNaN: true }),
        length: fc.double({ min: 0.2, max: 9, noNaN: true }),
        pressureStep: fc.double({ min: -0.12, max: 0.12, noNaN: true }),
      }),
      { minLength: 1, maxLength: 90 },
    ),
    widthPx: fc.constantFrom(4, 7, 12),
    tool: fc.constantFrom('pen' as const, 'highlighter' as const),
  })
  .map(({ steps, widthPx, tool }): Stroke => {
    let [x, y, angle, pressure] = [50, 50, 0, 0.5];
    const points = steps.map(({ angleStep, length, pressureStep }) => {
      angle += angleStep;
      x += Math.cos(angle) * length;
      y += Math.sin(angle) * length;
      pressure = Math.min(1, Math.max(0, pressure + pressureStep));
      return at(x, y, pressure);
    });
    return { tool, color: '#000000', widthPx, points };
  });

/** The edge of an outline as a dense line, sampled independently of the code under test. */
function edge(stroke: Stroke): Point[] {
  const ring = strokeOutline(stroke);
  const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  return ring.flatMap((control, index) => {
    const from = middle(ring.at(index - 1) ?? control, control);
    const to = middle(control, ring[(index + 1) % ring.length] ?? control);
    return [0, 0.25, 0.5, 0.75].map((t) => {
      const [a, b] = [
        { x: from.x + t * (control.x - from.x), y: from.y + t * (control.y - from.y) },
        { x: control.x + t * (to.x - control.x), y: control.y + t * (to.y - control.y) },
      ];
      return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
    });
  });
}

/** The largest distance of a point of one closed polyline from the other. */
function largestDistance(line: readonly Point[], other: readonly Point[]): number {
  const toSegment = (point: Point, a: Point, b: Point): number => {
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const along = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1);
    const t = Math.min(1, Math.max(0, along));
    return Math.hypot(point.x - a.x - t * dx, point.y - a.y - t * dy);
  };
  let max = 0;
  for (const point of line) {
    let min = Infinity;
    for (let index = 0; index < other.length && min > max; index++) {
      const [a, b] = [other[index], other[(index + 1) % other.length]];
      if (a && b) min = Math.min(min, toSegment(point, a, b));
    }
    max = Math.max(max, min);
  }
  return max;
}

describe('drawingPathData', () => {
  it('is one closed outline without accumulated rounding errors (law) [D8]', () => {
    fc.assert(
      fc.property(handwriting, (stroke) => {
        const path = drawingPathData(stroke);
        const match = /^M([-\d. ]+)q([-\d. ]+)t([-\d. ]+)z$/.exec(path);
        expect(match, path.slice(0, 80)).to.not.equal(null);
        const numbers = (part = ''): number[] => (part.match(/-?\d*\.?\d+/g) ?? []).map(Number);
        const [, , quad, smooth] = match ?? [];
        const quadNumbers = numbers(quad);
        const smoothNumbers = numbers(smooth);
        expect(quadNumbers).to.have.length(4);
        expect(smoothNumbers).to.have.length(2 * (strokeOutline(stroke).length - 1));
        const sum = (axis: 0 | 1): number =>
          (quadNumbers[2 + axis] ?? NaN) +
          smoothNumbers.filter((_, index) => index % 2 === axis).reduce((a, b) => a + b, 0);
        expect(sum(0)).to.be.closeTo(0, 1e-6);
        expect(sum(1)).to.be.closeTo(0, 1e-6);
      }),
      { numRuns: 60 },
    );
  });

  it('follows the pressure with the pen, and has a constant width with the highlighter [D8]', () => {
    const height = (tool: Stroke['tool'], pressure: number): number =>
      inkBox([{ ...pen([at(0, 50, pressure), at(100, 50, pressure)], 12), tool }])?.height ?? 0;
    expect(height('pen', 0.5)).to.be.closeTo(12, 0.3);
    expect(height('pen', 1)).to.be.closeTo(18, 0.4);
    expect(height('pen', 0)).to.be.closeTo(6, 0.3);
    expect(height('highlighter', 0)).to.be.closeTo(12, 0.3);
    expect(height('highlighter', 1)).to.be.closeTo(12, 0.3);
  });

  it('is a dot for a press without motion, and empty for a stroke without points [D8]', () => {
    const dot = inkBox([pen([at(30, 40)], 12)]);
    expect(dot?.width).to.be.closeTo(12, 0.8);
    expect((dot?.x ?? 0) + (dot?.width ?? 0) / 2).to.be.closeTo(30, 0.6);
    expect(drawingPathData(pen([at(30, 40)]))).to.match(/^M.+z$/);
    expect(drawingPathData(pen([]))).to.equal('');
    expect(inkBox([])).to.equal(null);
  });

  it('needs few points for a straight line, however long it is [D8]', () => {
    expect(strokeOutline(pen([at(0, 0), at(3000, 10)])).length).to.be.below(60);
  });

  it('stays in proportion to the points even for extreme drawings [D5]', () => {
    const points = Array.from({ length: 800 }, (_, index) =>
      at(index % 2 === 0 ? -60_000 : 60_000, index % 3 === 0 ? 60_000 : -60_000, index % 2),
    );
    expect(drawingPathData(pen(points, 1000)).length).to.be.below(points.length * 500);
  });

  it('is what inkPaths returns, with the colour of each stroke and the opacity of its tool [D9]', () => {
    const dot = [at(1, 1)];
    const painted = inkPaths([
      pen(dot),
      { tool: 'highlighter', color: '#FFDE33', widthPx: 12, points: dot },
    ]);
    expect(painted.map(({ color, opacity }) => [color, opacity])).to.eql([
      ['#000000', 1],
      ['#FFDE33', 0.48],
    ]);
    expect(painted[0]?.pathData).to.equal(drawingPathData(pen(dot)));
  });
});

describe('simplifyStroke', () => {
  it('moves the edge by no more than its tolerance and preserves the ends (law) [D10]', () => {
    fc.assert(
      fc.property(handwriting, (stroke) => {
        const simpler = simplifyStroke(stroke);
        expect(simpler.points.length).to.be.at.most(stroke.points.length);
        expect(simpler.points[0]).to.eql(stroke.points[0]);
        expect(simpler.points.at(-1)).to.eql(stroke.points.at(-1));
        const [a, b] = [edge(stroke), edge(simpler)];
        // This check samples the edge more densely than the code.
        const max = SIMPLIFY_TOLERANCE_PX + 0.15;
        expect(largestDistance(a, b)).to.be.at.most(max);
        expect(largestDistance(b, a)).to.be.at.most(max);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps two points of a line and a fraction of those of a wave [D10]', () => {
    const line = Array.from({ length: 200 }, (_, index) => at(index * 2, index));
    expect(simplifyStroke(pen(line)).points).to.have.length(2);
    const wave = Array.from({ length: 400 }, (_, index) =>
      at(index, 100 + 40 * Math.sin(index / 30)),
    );
    expect(simplifyStroke(pen(wave)).points.length).to.be.below(60);
  });
});

describe('smoothStroke', () => {
  it('smooths jitter and ends at the pointer [D11]', () => {
    const raw = Array.from({ length: 60 }, (_, index) => at(index * 4, index % 2 === 0 ? 50 : 52));
    const smooth = smoothStroke(raw, 4, true);
    const roughness = (points: readonly StrokePoint[]): number =>
      points.reduce((sum, point, index) => {
        const before = points[index - 1];
        return before ? sum + Math.abs(point.y - before.y) : 0;
      }, 0);
    expect(roughness(smooth)).to.be.below(roughness(raw) * 0.6);
    expect(smooth.at(-1)).to.include({ x: 236, y: 52 });
    expect(smooth[0]).to.include({ x: 0, y: 50 });
  });

  it('derives pressure from the speed unless the pen reports pressure [D11]', () => {
    const line = (step: number) => Array.from({ length: 30 }, (_, index) => at(index * step, 0, 1));
    const last = (step: number, hasPressure: boolean) =>
      smoothStroke(line(step), 4, hasPressure).at(-1)?.pressure ?? NaN;
    expect(last(1, false)).to.be.above(0.65);
    expect(last(30, false)).to.be.below(0.35);
    expect(last(30, true)).to.equal(1);
    expect(smoothStroke([at(5, 5, 0.1), at(5, 5, 0.9)], 4, false)).to.eql([at(5, 5)]);
    expect(smoothStroke([], 4, false)).to.eql([]);
  });
});

describe('StrokeSmoother', () => {
  it('returns the same points as smoothing the whole stroke, after every step (law) [D11]', () => {
    fc.assert(
      fc.property(handwriting, fc.boolean(), ({ points, widthPx }, hasPressure) => {
        const smoother = new StrokeSmoother({ widthPx, hasPressure });
        points.forEach((point, index) => {
          smoother.add(point);
          const expected = smoothStroke(points.slice(0, index + 1), widthPx, hasPressure);
          expect(smoother.points()).to.eql(expected);
        });
      }),
      { numRuns: 40 },
    );
  });

  it('reads each point equally often on average, however long the stroke is [D13]', () => {
    const countReads = (count: number): number => {
      let reads = 0;
      const smoother = new StrokeSmoother({ widthPx: 4, hasPressure: true });
      for (let index = 0; index < count; index++) {
        smoother.add({
          get x() {
            reads += 1;
            return index;
          },
          y: 0,
          pressure: 0.5,
        });
        smoother.points();
      }
      return reads;
    };
    expect(countReads(4000) / 4000).to.be.below(1.1 * (countReads(500) / 500));
  });
});

describe('DrawingSession', () => {
  /** A spiral that stays within reach of its start. */
  const spiral = (step: number) => {
    const radius = 100 + step / 20;
    const angle = (2 * Math.PI * step) / 250;
    return at(radius * Math.cos(angle), radius * Math.sin(angle));
  };

  it('loses no ink over ten thousand moves: a new stroke starts where one ends [D13]', () => {
    const session = new DrawingSession();
    session.begin(spiral(0), true);
    for (let step = 1; step <= 10_000; step++) expect(session.extend(spiral(step))).to.equal(true);
    session.end();
    const { strokes } = session;
    expect(strokes).to.have.length(3);
    strokes.slice(1).forEach(({ points }, index) => {
      expect(points[0]).to.eql(strokes[index]?.points.at(-1));
    });
    expect(strokes[0]?.points[0]).to.eql(spiral(0));
    expect(strokes.at(-1)?.points.at(-1)).to.eql(spiral(10_000));
    const line = strokes.flatMap(({ points }) => sampleCurve(points));
    for (let step = 0; step <= 10_000; step += 50) {
      const { x, y } = spiral(step);
      const distance = line.reduce(
        (best, each) => Math.min(best, Math.hypot(each.x - x, each.y - y)),
        99,
      );
      expect(distance, String(step)).to.be.below(12);
    }
  });

  it('reports when there is no space for a stroke, and has space again after an undo [D13]', () => {
    const session = new DrawingSession();
    for (let dot = 0; dot < DRAWING_LIMITS.maxStrokes - 1; dot++) {
      session.begin(at(dot, 0), false);
      session.end();
    }
    session.begin(spiral(0), false);
    const hasSpace = Array.from({ length: 3999 }, (_, step) => session.extend(spiral(step + 1)));
    expect(hasSpace.indexOf(false)).to.equal(3998);
    expect(session.current).to.equal(null);
    expect(session.hasSpaceAt(at(0, 0))).to.equal(false);
    session.undo();
    expect(session.hasSpaceAt(at(0, 0))).to.equal(true);
    session.redo();
    expect(session.hasSpaceAt(at(0, 0))).to.equal(false);
    session.clear();
    expect(session.hasSpaceAt(at(0, 0))).to.equal(true);
  });

  it('rejects an invalid pen and keeps the previous one [D14]', () => {
    const session = new DrawingSession();
    const before = session.pen;
    const bad: readonly (readonly [string, unknown])[] = [
      ['tool', { tool: 'crayon' }],
      ['tool', { tool: 'constructor', color: '#ff0000' }],
      ['tool', { tool: '' }],
      ['color', { tool: 'highlighter', color: 5 }],
      ['widthPx', { widthPx: '4' }],
      ['', null],
    ];
    for (const [path, pen] of bad) {
      expect(() => {
        session.choose(pen as Partial<DrawingPen>);
      })
        .to.throw(CobbleError)
        .that.deep.includes({ code: 'drawing_invalid', details: { path } });
      expect(session.pen).to.eql(before);
    }
  });
});

describe('drawingOf', () => {
  it('places the block where the ink is, with the strokes relative to it [D12]', () => {
    const drawn = drawingOf([pen([at(300, 400), at(450, 460)])], 600);
    expect(drawn?.box.x).to.be.closeTo(297.5 / 600, 1 / 600);
    expect(drawn?.box.y).to.be.closeTo(397.5 / 600, 1 / 600);
    expect(drawn?.content.drawingWidth).to.be.within(153, 157);
    expect(drawn?.box.width).to.equal((drawn?.content.drawingWidth ?? 0) / 600);
    const [stroke] = decodeDrawing(drawn?.content.drawingPaths ?? '');
    const [first] = stroke?.points ?? [];
    expect((first?.x ?? 0) + (drawn?.box.x ?? 0) * 600).to.be.closeTo(300, 0.06);
    expect((first?.y ?? 0) + (drawn?.box.y ?? 0) * 600).to.be.closeTo(400, 0.06);
    expect(drawingOf([], 600)).to.equal(null);
  });

  it('contains all ink in its box, and is never smaller than the minimum block (law) [D12]', () => {
    const cornered: Stroke = {
      ...{ tool: 'pen', color: '#000000', widthPx: 12 },
      points: [
        { x: 50.2, y: 50, pressure: 0.5 },
        { x: 52.65846440052422, y: 50, pressure: 0.5 },
        { x: 52.95, y: 50.35986360747237, pressure: 0.5 },
      ],
    };
    fc.assert(
      fc.property(handwriting, fc.constantFrom(375, 600, 1366), (stroke, referenceWidth) => {
        const drawn = drawingOf([stroke], referenceWidth);
        if (!drawn) throw new Error('no ink');
        const { box, content } = drawn;
        expect(Math.min(box.width, box.height)).to.be.at.least(0.03);
        const ink = inkBox(decodeDrawing(content.drawingPaths));
        if (!ink) throw new Error('no ink was kept');
        expect(Math.min(ink.x, ink.y)).to.be.above(-1e-6);
        expect(ink.x + ink.width).to.be.below(content.drawingWidth + 1e-6);
        expect(ink.y + ink.height).to.be.below(content.drawingHeight + 1e-6);
      }),
      {
        numRuns: 60,
        // Rounding its points turns the end of this stroke.
        examples: [[cornered, 375]],
      },
    );
  });

  it('says what is wrong with a pen: a misspelt field does not look like an invalid value [J12]', () => {
    const choose = (pen: unknown) => () => new DrawingSession().choose(pen as Partial<DrawingPen>);
    expect(choose({ colour: '#000000' })).to.throw(
      CobbleError,
      /^pen\.colour is not an option; the options are tool, color, widthPx; did you mean color\?$/,
    );
    expect(choose({ color: 'no' })).to.throw('pen.color must be a colour');
    expect(choose({ widthPx: 0 })).to.throw(/^pen\.widthPx must be above 0 and at most \d+$/);
    expect(choose({ tool: 'x' })).to.throw('pen.tool must be one of pen, highlighter');
    expect(choose(null)).to.throw('pen must be an object');
  });
});
