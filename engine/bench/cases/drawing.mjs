import { decodeDrawing } from '../../src/drawing/decodeDrawing.ts';
import { encodeDrawing } from '../../src/drawing/encodeDrawing.ts';
import { seeded } from '../../../scripts/lib/seeded.mjs';

/** Cases for a drawing of 40 strokes of 100 points each, similar to handwriting. */
export function drawingCases() {
  const strokes = makeStrokes(40, 100);
  const encoded = encodeDrawing(strokes);
  const json = JSON.stringify(strokes);
  const size = `${encoded.length} characters, ${json.length} as JSON`;
  return [
    {
      name: 'encode a drawing',
      description: `40 strokes of 100 points: ${size}`,
      ops: 1,
      rounds: 9,
      contestants: () => [
        { name: 'Cobble, encodeDrawing', run: () => encodeDrawing(strokes) },
        { name: 'JSON.stringify', run: () => JSON.stringify(strokes) },
      ],
      limits: [],
    },
    {
      name: 'decode a drawing',
      description: 'the same drawing',
      ops: 1,
      rounds: 9,
      contestants: () => [
        { name: 'Cobble, decodeDrawing', run: () => decodeDrawing(encoded) },
        { name: 'JSON.parse', run: () => JSON.parse(json) },
      ],
      limits: [],
    },
  ];
}

function makeStrokes(count, pointCount) {
  const random = seeded(5);
  return Array.from({ length: count }, () => {
    let x = random() * 400;
    let y = random() * 400;
    let heading = random() * 7;
    return {
      tool: 'pen',
      color: '#2B4EFF',
      widthPx: 7,
      points: Array.from({ length: pointCount }, () => {
        heading += random() - 0.5;
        x += Math.cos(heading) * 4;
        y += Math.sin(heading) * 4;
        return { x, y, pressure: 0.3 + random() * 0.4 };
      }),
    };
  });
}
