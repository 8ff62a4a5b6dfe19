import { expect } from 'chai';
import fc from 'fast-check';
import type { Editor } from '../../editor/Editor.ts';
import { lawRuns } from '../testing/lawRuns.ts';
import { openTestTabs } from '../testing/openTestTabs.ts';

const between = (min: number, max: number) =>
  fc.integer({ min: min * 100, max: max * 100 }).map((value) => value / 100);
const box = { x: between(0.01, 0.6), y: between(0.01, 0.4), width: between(0.05, 0.3) };
const image = fc.record({ type: fc.constant('image' as const), ...box });
const step = fc.oneof(
  image,
  {
    arbitrary: fc.record({
      type: fc.constant('nudge' as const),
      by: fc.constantFrom(0 as const, 1 as const),
      of: fc.nat(3),
      dxPx: fc.integer({ min: 0, max: 40 }),
      dyPx: fc.integer({ min: 0, max: 20 }),
    }),
    weight: 6,
  },
  fc.record({
    type: fc.constant('nudge image' as const),
    of: fc.nat(2),
    dxPx: fc.integer({ min: -20, max: 20 }),
  }),
  fc.record({ type: fc.constant('move in' as const), of: fc.nat(1) }),
  fc.record({ type: fc.constant('move image in' as const), of: fc.nat(2) }),
  fc.record({ type: fc.constant('forget' as const), of: fc.nat(2) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Shapes of the first person. As `first` is not moved, their group keeps its corner without images. */
const GROUPED = ['first', 'second', 'third'];
/** Shapes outside the group. */
const OTHERS = ['fourth', 'fifth'];
const SHAPES = [...GROUPED, ...OTHERS];

/** Two people on a page with shapes, and maybe with images that end up refused. */
async function openPair() {
  const { tabs, settle } = await openTestTabs(2);
  const editors = tabs.map(({ editor }) => editor) as [Editor, Editor];
  const [one] = editors;
  for (const [at, uuid] of SHAPES.entries())
    one
      .add({
        ...{ type: 'shape', uuid, parentUuid: 's1' },
        position: { x: 0.2 + at / 10, y: 0.2 + (at % 3) / 10, width: 0.1, height: 0.1 },
      })
      .unwrap();
  await settle();
  const close = (): void => tabs.forEach(({ client }) => client.close());
  return { tabs, editors, settle, close };
}

/** Where shapes are on the page, and how tall sections are. */
function shown(editor: Editor): unknown {
  const round = (length = 0): number => Math.round(length * 1e4) / 1e4;
  const boxes = SHAPES.map((uuid) => {
    const at = editor.boxOf(uuid);
    return [uuid, at && [round(at.x), round(at.y)]];
  });
  const heights = editor.sectionIds.map((uuid) => round(editor.boxOf(uuid)?.height));
  return { boxes, heights };
}

describe('forgetting an image in a room', () => {
  it('leaves what others have moved meanwhile where they have moved it, also after undo and redo, as if the image had never been added (law) [UL3, E58]', async function () {
    this.timeout(600_000);
    const play = async (first: readonly Step[], steps: readonly Step[]): Promise<void> => {
      const [pair, control] = [await openPair(), await openPair()];
      const images: string[] = [];
      const forgotten = new Set<string>();
      const left = (): readonly string[] => images.filter((uuid) => !forgotten.has(uuid));
      const both = async (edit: (editors: readonly [Editor, Editor]) => void): Promise<void> => {
        for (const each of [pair, control]) {
          edit(each.editors);
          await each.settle();
        }
      };
      const alone = async (edit: (editor: Editor) => void): Promise<void> => {
        edit(pair.editors[0]);
        await pair.settle();
      };
      const forget = (uuid: string): Promise<void> => {
        forgotten.add(uuid);
        return alone((editor) => void editor.forgetBlock(uuid).unwrap());
      };
      const take = async (next: Step): Promise<void> => {
        if (next.type === 'image') {
          const uuid = `image-${String(images.length)}`;
          images.push(uuid);
          const { type, x, y, width } = next;
          const position = { x, y, width, height: 0.9 };
          const block = { uuid, parentUuid: 's1', position, content: { url: 'blob:x' } } as const;
          await alone((editor) => void editor.add({ type, ...block }).unwrap());
          return;
        }
        const { of } = next;
        if (next.type === 'nudge') {
          const { by, dxPx, dyPx } = next;
          const uuid = SHAPES[1 + of] ?? '';
          await both((editors) => void editors[by].nudge(dxPx, dyPx, uuid).unwrap());
          return;
        }
        if (next.type === 'move in') {
          // Of the first person, the history would have to know what the other one has moved before.
          await both(([, editor]) => {
            const group = editor.blocks.get('first')?.parentUuid ?? '';
            const uuid = OTHERS[of] ?? '';
            const { parentUuid } = editor.blocks.get(uuid) ?? {};
            if (group !== 's1' && parentUuid !== group) editor.moveInto(group, [uuid]).unwrap();
          });
          return;
        }
        const uuid = left()[of % left().length];
        if (uuid === undefined) return;
        if (next.type === 'forget') await forget(uuid);
        else if (next.type === 'move image in')
          await alone((editor) => {
            const group = editor.blocks.get('first')?.parentUuid ?? '';
            if (editor.blocks.get(uuid)?.parentUuid !== group)
              editor.moveInto(group, [uuid]).unwrap();
          });
        else await alone((editor) => void editor.nudge(next.dxPx, 0, uuid).unwrap());
      };
      for (const next of first) await take(next);
      await both(([one]) => {
        const members = [...GROUPED, ...images].filter((uuid) => one.blocks.has(uuid));
        one.group(members, { select: false }).unwrap();
      });
      for (const next of steps) await take(next);
      for (const uuid of left()) await forget(uuid);
      const expectSame = (): void => {
        expect(shown(pair.editors[0])).to.eql(shown(control.editors[0]));
        expect(pair.editors[1].page.things).to.eql(pair.editors[0].page.things);
      };
      expectSame();
      for (const replay of ['undo', 'redo'] as const) {
        const can = ([one]: readonly Editor[]) => (replay === 'undo' ? one?.canUndo : one?.canRedo);
        while (can(pair.editors) || can(control.editors)) {
          await both(([one]) => expect(one[replay]()).to.equal(true));
          expectSame();
        }
      }
      for (const each of [pair, control]) each.close();
    };
    const images = fc.array(image, { minLength: 1, maxLength: 2 });
    const steps = fc.array(step, { minLength: 2, maxLength: 10 });
    await fc.assert(fc.asyncProperty(images, steps, play), {
      numRuns: lawRuns(30, 60),
    });
  });

  it('keeps what someone else has moved between two edits of the same block in its group, which undo of these would take back [UL3, E58]', async () => {
    const { editors, settle, close } = await openPair();
    const [one, two] = editors;
    const content = { url: 'blob:x' };
    const position = { x: 0.05, y: 0.05, width: 0.1, height: 0.1 };
    one.add({ type: 'image', uuid: 'i', parentUuid: 's1', position, content }).unwrap();
    one.group(['first', 'third', 'i'], { select: false }).unwrap();
    await settle();
    for (const editor of [one, two, one]) {
      editor.nudge(60, 0, ['third']).unwrap();
      await settle();
    }
    one.forgetBlock('i').unwrap();
    await settle();
    const lefts: number[] = [];
    for (const _ of 'ab') {
      expect(one.undo()).to.equal(true);
      await settle();
      lefts.push(Math.round((two.boxOf('third')?.x ?? 0) * 1e4) / 1e4);
    }
    expect(lefts).to.eql([0.6, 0.6]);
    close();
  });

  it('keeps the undo of edits in a group of which images at its corner were moved and refused one after another [UL3, E58]', async () => {
    const { editors, settle, close } = await openPair();
    const [one, two] = editors;
    const position = { x: 0.01, y: 0.01, width: 0.1, height: 0.1 };
    const images = ['image-0', 'image-1'];
    for (const uuid of images)
      one
        .add({ type: 'image', uuid, parentUuid: 's1', position, content: { url: 'blob:x' } })
        .unwrap();
    one.group(['first', 'second', ...images], { select: false }).unwrap();
    // The corner moves with it, so only the others get another position in the group.
    one.nudge(-1, 0, ['image-1']).unwrap();
    one.nudge(0, 30, ['second']).unwrap();
    await settle();
    for (const uuid of images) {
      one.forgetBlock(uuid).unwrap();
      await settle();
    }
    expect(two.boxOf('second')?.y).to.be.closeTo(0.35, 1e-6);
    expect(one.undo()).to.equal(true);
    await settle();
    expect(two.boxOf('second')?.y).to.be.closeTo(0.3, 1e-6);
    close();
  });

  for (const isMovedIn of [false, true])
    it(`leaves what someone else has added to its group since it was ${isMovedIn ? 'moved' : 'grouped'} there, which undo would move [UL3, E58]`, async () => {
      const { editors, settle, close } = await openPair();
      const [one, two] = editors;
      const content = { url: 'blob:x' };
      const position = { x: 0.05, y: 0.05, width: 0.1, height: 0.1 };
      const image = { type: 'image', uuid: 'i', parentUuid: 's1', position, content } as const;
      const members = ['first', 'third'];
      const add = () => one.add(image, { select: false }).unwrap();
      if (!isMovedIn) add();
      const grouped = isMovedIn ? members : [...members, 'i'];
      const group = one.group(grouped, { select: false }).unwrap();
      if (isMovedIn) {
        add();
        one.moveInto(group, ['i']).unwrap();
      }
      await settle();
      const theirs = { type: 'shape', uuid: 'theirs', parentUuid: group, position } as const;
      two.add({ ...theirs, position: { ...position, x: 0.4, y: 0.4 } }, { select: false }).unwrap();
      await settle();
      const placed = () => {
        const { x = 0, y = 0 } = two.boxOf('theirs') ?? {};
        return [x, y].map((length) => Math.round(length * 1e4) / 1e4);
      };
      const before = placed();
      one.forgetBlock('i').unwrap();
      await settle();
      expect(placed()).to.eql(before);
      // The image's own edits are gone, so this is the grouping.
      expect(one.undo()).to.equal(true);
      await settle();
      expect([placed(), one.blocks.get('first')?.parentUuid]).to.eql([before, 's1']);
      one.redo();
      await settle();
      expect([placed(), one.blocks.get('first')?.parentUuid]).to.eql([before, group]);
      close();
    });

  for (const [name, theirs, expected] of [
    ['removes a block of it', (editor) => editor.remove(['first']), 1],
    ['resizes the section', (editor) => editor.resizeSection('s1', { height: 2 }), 2],
  ] as [string, (editor: Editor) => unknown, number][])
    it(`before the room knows of it leaves the height that someone has chosen in the same edit, which undo reverts, if someone else ${name} [UL9, E58]`, async () => {
      const { editors, tabs, settle, close } = await openPair();
      const [one, two] = editors;
      tabs[0]?.setOnline(false);
      const content = { url: 'blob:x' };
      one.run(() => {
        one.resizeSection('s1', { height: 1.1 }).unwrap();
        one.nudge(10, 0, ['first']).unwrap();
        const position = { x: 0.1, y: 1, width: 0.2, height: 0.5 };
        one.add({ type: 'image', uuid: 'i', parentUuid: 's1', position, content }).unwrap();
      });
      theirs(two);
      await settle();
      one.forgetBlock('i').unwrap();
      tabs[0]?.setOnline(true);
      await settle();
      const heights = () => editors.map(({ blocks }) => blocks.get('s1')?.position.height);
      expect(heights()).to.eql([1.1, 1.1]);
      expect(one.undo()).to.equal(true);
      await settle();
      expect(heights()).to.eql([expected, expected]);
      one.redo();
      await settle();
      expect(heights()).to.eql([1.1, 1.1]);
      close();
    });
});
