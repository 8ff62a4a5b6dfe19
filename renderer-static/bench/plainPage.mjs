import { richTextFromPlain } from '@cobble/engine';
import { SHAPES } from '@cobble/engine/shapes';
import { makeBlock, makePage } from '../src/testing/makePage.ts';

const WORDS =
  'A page is a table on market day. You bring a few good things and lay them out your own way, a little crooked. ';

/** A page with `count` blocks, half texts and half shapes, each at a different position. */
export function plainPage(count) {
  const shapes = Object.keys(SHAPES).filter((name) => name !== 'path');
  const blocks = Array.from({ length: count }, (_, index) => {
    const position = {
      x: ((index * 37) % 80) / 100,
      y: (index * 0.61803) % (count / 11),
      width: 0.2 + (index % 7) / 30,
      height: 0.12 + (index % 5) / 40,
    };
    const uuid = `b${String(index)}`;
    return index % 2 === 0
      ? makeBlock({
          uuid,
          type: 'text',
          position,
          content: { text: richTextFromPlain(WORDS), fontSize: 16 + (index % 20) / 2 },
        })
      : makeBlock({
          uuid,
          type: 'shape',
          position,
          content: { shapeType: shapes[index % shapes.length], shapeColor: '#FFB52E' },
        });
  });
  return makePage(blocks, { phoneLayout: 'automatic' });
}
