import { richTextFromPlain } from '@cobble/engine';

const COLUMNS = 4;
const BLOCKS = 200;

/** 200 blocks of text and shapes, in four columns, in the first section of a page. */
export function samplePage(page, word) {
  const section = Object.values(page.things).find(
    ({ type, parentUuid }) => type === 'group' && !parentUuid,
  );
  const height = 0.2 * (BLOCKS / COLUMNS) + 0.4;
  const things = {
    [section.uuid]: { ...section, position: { ...section.position, height } },
  };
  for (let number = 0; number < BLOCKS; number += 1) {
    const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const x = 0.04 + 0.24 * (number % COLUMNS);
    const y = 0.1 + 0.2 * Math.floor(number / COLUMNS);
    things[uuid] = {
      uuid,
      parentUuid: section.uuid,
      ...(number % 5 === 4 ? shape(number) : text(number === 0 ? word : 'Something to read')),
      position: { x, y, width: 0.2, height: 0.12, rotationDeg: 0, zIndex: 50_000 + number },
      properties: {},
    };
  }
  return { things, relativeHeight: height };
}

function text(words) {
  return {
    type: 'text',
    styles: {},
    content: { text: richTextFromPlain(`${words}, and then a few more words`) },
  };
}

function shape(number) {
  const color = ['#2B4EFF', '#E4572E', '#76B041'][number % 3];
  return { type: 'shape', styles: {}, content: { shapeType: 'circle', shapeColor: color } };
}
