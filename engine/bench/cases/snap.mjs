import { createEditor } from '../../src/createEditor.ts';
import { createSnapTargets } from '../../src/snapping/snapTargets.ts';
import { snapTranslation } from '../../src/snapping/snapTranslation.ts';
import { parsePage } from '../../src/parsing/parsePage.ts';
import { seeded } from '../../../scripts/lib/seeded.mjs';
import { mixedPage } from '../mixedPage.mjs';

const TOLERANCE = 3 / 600;

/** Cases for the snap query that a drag makes on each pointer move. */
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
  const request = { targets, tolerance: TOLERANCE, referenceWidth: 600 };
  const naiveSample = moving.slice(0, 5);
  const { correct, guide } = naiveSnapping(scene);
  const NAIVE = 'naive: every line of every block';
  const makeCase = (name, description, snap, naive, limits) => ({
    name: `${name} against ${count} blocks`,
    description,
    ops: moving.length,
    rounds: 30,
    contestants: () => [
      {
        name: 'Cobble, snapTranslation',
        run: () => moving.reduce((sum, box) => sum + snap({ moving: box, ...request }), 0),
      },
      {
        name: NAIVE,
        ops: naiveSample.length,
        run: () => naiveSample.reduce((sum, box) => sum + naive(box), 0),
      },
    ],
    limits: [...limits, { against: NAIVE, atMost: 1 / 500 }],
  });
  return [
    makeCase(
      'snap query',
      'the snap offset of a moving box on both axes; Cobble also considers equal gaps',
      (snapRequest) => {
        const { dx, dy } = snapTranslation(snapRequest);
        return dx + dy;
      },
      (box) => {
        const { dx, dy } = correct(box);
        return dx + dy;
      },
      [{ atMost: 1000 }],
    ),
    makeCase(
      'snap query with its guides',
      'also the guides along all aligned boxes; Cobble also shows equal gaps',
      (snapRequest) => snapTranslation(snapRequest).guides.length,
      (box) => guide(box, correct(box)).length,
      [],
    ),
  ];
}

const AXES = [
  { axis: 'x', start: 'x', size: 'width', low: 'y', across: 'height', by: 'dx' },
  { axis: 'y', start: 'y', size: 'height', low: 'x', across: 'width', by: 'dy' },
];
const EPSILON = 1e-6;

const snapPoints = (start, size) => [start, start + size / 2, start + size];

/**
 * Compares all edges and centres of all blocks and sections and of the window on both axes, and
 * ignores gaps.
 */
function naiveSnapping({ blocks, sections }) {
  const all = [...blocks, ...sections, { x: 0, y: 0, width: 1, height: 1 }];
  return {
    correct(moving) {
      const correction = { dx: 0, dy: 0 };
      for (const { start, size, by } of AXES) {
        let best = Infinity;
        for (const box of all)
          for (const line of snapPoints(box[start], box[size]))
            for (const point of snapPoints(moving[start], moving[size]))
              if (Math.abs(line - point) < Math.abs(best)) best = line - point;
        if (Math.abs(best) <= TOLERANCE) correction[by] = best;
      }
      return correction;
    },
    guide(moving, { dx, dy }) {
      const placed = { ...moving, x: moving.x + dx, y: moving.y + dy };
      const guides = [];
      for (const { axis, start, size, low, across } of AXES)
        for (const at of snapPoints(placed[start], placed[size])) {
          let from = Infinity;
          let to = -Infinity;
          for (const box of all)
            for (const line of snapPoints(box[start], box[size])) {
              if (Math.abs(line - at) > EPSILON) continue;
              from = Math.min(from, box[low]);
              to = Math.max(to, box[low] + box[across]);
            }
          if (from > to) continue;
          from = Math.min(from, placed[low]);
          to = Math.max(to, placed[low] + placed[across]);
          guides.push({ axis, at, from, to });
        }
      return guides;
    },
  };
}
