import { createEditor } from '../../src/editor/createEditor.ts';
import { createSnapTargets } from '../../src/geometry/snapTargets.ts';
import { snapTranslation } from '../../src/geometry/snapTranslation.ts';
import { parsePage } from '../../src/model/parsePage.ts';
import { mixedPage, seeded } from '../mixedPage.mjs';

const TOLERANCE = 3 / 600;

/** What a drag asks at each move of the pointer. */
export function snapCases(count) {
  const editor = createEditor({ page: parsePage(mixedPage(count)) });
  const sections = editor.sectionIds.map((uuid) => editor.boxOf(uuid));
  const blocks = [...editor.blocks.values()]
    .filter((block) => block.parentUuid !== undefined)
    .map((block) => editor.boxOf(block.uuid));
  const pageHeight = sections.reduce((height, box) => height + box.height, 0);
  const scene = { blocks, sections, pageHeight };
  const targets = createSnapTargets(scene);
  const random = seeded(3);
  const moving = Array.from({ length: 1000 }, () => ({
    x: random(),
    y: random() * pageHeight,
    width: 0.1 + random() * 0.2,
    height: 0.1 + random() * 0.2,
  }));
  const naive = naiveSnapping(scene);
  const few = moving.slice(0, 20);
  return [
    {
      name: `snap query against ${count} blocks`,
      what: 'how far to correct a moving box to edges, centres and equal gaps, with its guides',
      ops: moving.length,
      rounds: 9,
      contestants: () => [
        {
          name: 'Cobble, snapTranslation',
          run: () => {
            let sum = 0;
            for (const box of moving) {
              const request = { moving: box, targets, tolerance: TOLERANCE, referenceWidth: 600 };
              sum += snapTranslation(request).dx;
            }
            return sum;
          },
        },
        {
          name: 'naive: every line of every block',
          ops: few.length,
          run: () => few.reduce((sum, box) => sum + naive(box), 0),
        },
      ],
      limits: [{ atMost: 1000 }, { against: 'naive: every line of every block', atMost: 1 / 500 }],
    },
  ];
}

const thirds = (start, size) => [start, start + size / 2, start + size];

/** Looks at all edges and centres of all blocks and sections on both axes, and at no gaps. */
function naiveSnapping({ blocks, sections }) {
  const all = [...blocks, ...sections, { x: 0, y: 0, width: 1, height: 1 }];
  return (moving) => {
    let correction = 0;
    for (const [start, size] of [
      ['x', 'width'],
      ['y', 'height'],
    ]) {
      let best = TOLERANCE;
      for (const box of all)
        for (const line of thirds(box[start], box[size]))
          for (const place of thirds(moving[start], moving[size]))
            if (Math.abs(line - place) < Math.abs(best)) best = line - place;
      correction += best;
    }
    return correction;
  };
}
