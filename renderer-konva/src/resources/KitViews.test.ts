import {
  createEditor,
  createPage,
  defineBlock,
  defineKit,
  type Block,
  type Editor,
  type Kit,
  type KitCanvasView,
} from '@cobble/engine';
import { expect } from 'chai';
import { z } from 'zod';
import { paintBlock } from '../blocks/paintBlock.ts';
import { plainResources, recordingTarget } from '../testing/recordingTarget.ts';
import { KitViews } from './KitViews.ts';

const bell = defineBlock({
  type: 'bell',
  content: z.looseObject({ sound: z.string() }),
  defaultContent: () => ({ sound: 'ding' }),
});

const block: Block = {
  uuid: 'k',
  type: 'bell',
  position: { x: 0, y: 0, width: 0.2, height: 0.2, rotationDeg: 0, zIndex: 1 },
  properties: {},
  styles: {},
  content: { sound: 'ding' },
};

type Loaded = Awaited<ReturnType<NonNullable<Kit['loadCanvasView']>>>;
const kitOf = (load: () => Promise<Loaded>): Kit =>
  defineKit({ block: bell, loadCanvasView: load });

/**
 * Paints a block of the kit; returns the painted text and the balance of `save` and `restore`
 * calls.
 */
function paint(views: KitViews, painted = block) {
  const { target, texts, depth, calls } = recordingTarget();
  const kitPainter = (type: string) => views.painterOf(type);
  paintBlock(target, painted, plainResources({ showsPlaceholders: true, kitPainter }));
  return { texts: texts(), depth: depth(), calls };
}

const writes: KitCanvasView = ({ target, block: { content } }) => {
  target.fillText((content as { sound: string }).sound, 0, 0);
};

describe('the canvas views of kits', () => {
  const reported: unknown[] = [];
  const before = Reflect.get(globalThis, 'reportError') as unknown;
  beforeEach(() => {
    reported.length = 0;
    Reflect.set(globalThis, 'reportError', (error: unknown) => reported.push(error));
  });
  after(() => {
    Reflect.set(globalThis, 'reportError', before);
  });

  /**
   * Creates views, paints once, which starts loading, and waits until that has succeeded or failed.
   */
  async function loaded(kits: readonly Kit[]): Promise<KitViews> {
    return new Promise((resolve) => {
      const views = new KitViews(
        () => kits,
        () => {
          resolve(views);
        },
      );
      expect(paint(views).texts).to.deep.equal(['bell']);
    });
  }

  it('load when a block is first painted, with a placeholder until then', async () => {
    let loads = 0;
    const kit = kitOf(() => {
      loads += 1;
      return Promise.resolve(writes);
    });
    expect(loads).to.equal(0);
    const views = await loaded([kit]);
    expect(paint(views).texts).to.deep.equal(['ding']);
    expect(paint(views).texts).to.deep.equal(['ding']);
    expect(loads).to.equal(1);
  });

  it("may be a module's default export", async () => {
    const views = await loaded([kitOf(() => Promise.resolve({ default: writes }))]);
    expect(paint(views).texts).to.deep.equal(['ding']);
  });

  it('keep the placeholder when loading fails, and report it once [CV7]', async () => {
    const views = await loaded([kitOf(() => Promise.reject(new Error('offline')))]);
    expect(paint(views).texts).to.deep.equal(['bell']);
    expect(paint(views).texts).to.deep.equal(['bell']);
    expect(reported.map(String)).to.deep.equal([
      'CobbleError: kit bell: loadCanvasView failed: offline',
    ]);
    expect(reported[0]).to.have.nested.property('cause.message', 'offline');
  });

  it('name the kit that loads no view, so that its author finds the mistake [CV7]', async () => {
    for (const wrong of [undefined, null, {}, { default: {} }, { paint: writes }, 'bell']) {
      reported.length = 0;
      const views = await loaded([kitOf(() => Promise.resolve(wrong as never))]);
      expect(paint(views).texts).to.deep.equal(['bell']);
      expect(reported).to.have.length(1);
      expect(reported[0]).to.deep.include({
        code: 'kit_invalid',
        message:
          'kit bell: loadCanvasView must resolve to a function or to a module whose default export is one',
        details: { type: 'bell', path: 'loadCanvasView' },
      });
    }
  });

  it('show the placeholder for a block that their kit cannot read [B18]', async () => {
    const views = await loaded([kitOf(() => Promise.resolve(writes))]);
    for (const unread of [{ content: { sound: 5 } }, { contentVersion: 2 }])
      expect(paint(views, { ...block, ...unread }).texts).to.deep.equal(['bell']);
    expect(paint(views).texts).to.deep.equal(['ding']);
    expect(reported).to.deep.equal([]);
  });

  it('show the placeholder when painting throws, without affecting the rest of the page [CV7]', async () => {
    const views = await loaded([
      kitOf(() =>
        Promise.resolve(({ target }) => {
          target.save();
          target.translate(500, 500);
          target.save();
          throw new Error('no');
        }),
      ),
    ]);
    const first = paint(views);
    expect(first.texts).to.deep.equal(['bell']);
    expect(first.depth).to.equal(0);
    expect(paint(views).texts).to.deep.equal(['bell']);
    expect(reported).to.have.length(1);
  });

  it('show the placeholder only for the block that they throw for, until it changes, so that a repaired block is shown again [CV7]', async () => {
    let calls = 0;
    const views = await loaded([
      kitOf(() =>
        Promise.resolve((frame) => {
          calls += 1;
          if ((frame.block.content as { sound: string }).sound === 'bad') throw new Error('bad');
          writes(frame);
        }),
      ),
    ]);
    const bad = { ...block, content: { sound: 'bad' } };
    for (let repaint = 0; repaint < 3; repaint += 1)
      expect(paint(views, bad).texts).to.deep.equal(['bell']);
    expect([calls, reported.length]).to.deep.equal([1, 1]);
    expect(paint(views, { ...block, uuid: 'other' }).texts).to.deep.equal(['ding']);
    expect(paint(views, { ...bad, content: { sound: 'dong' } }).texts).to.deep.equal(['dong']);
    expect(reported).to.have.length(1);
  });

  it('report few of the blocks of a view that always throws, and none again while it is dragged [CV7]', async () => {
    const views = await loaded([
      kitOf(() =>
        Promise.resolve(() => {
          throw new Error('no');
        }),
      ),
    ]);
    // A dragged block is another record in each frame.
    for (let frame = 0; frame < 5; frame += 1) paint(views, { ...block });
    expect(reported).to.have.length(1);
    for (let index = 0; index < 200; index += 1) paint(views, { ...block, uuid: String(index) });
    expect(reported).to.have.length(10);
  });

  it('report a block once even if only every second paint of it throws, so that a drag does not flood the log [CV7]', async () => {
    let calls = 0;
    const views = await loaded([
      kitOf(() =>
        Promise.resolve(() => {
          calls += 1;
          if (calls % 2 === 1) throw new Error('no');
        }),
      ),
    ]);
    for (let frame = 0; frame < 40; frame += 1) paint(views, { ...block });
    expect([calls, reported.length]).to.eql([40, 1]);
  });

  it('cannot edit the editor, which would add a block at each paint [B21]', async () => {
    const act = (): unknown => editor.add({ type: 'shape' });
    const kit = kitOf(() => {
      expect(act).to.throw('kit bell: loadCanvasView may read the editor, but not edit');
      return Promise.resolve(act as never);
    });
    const editor: Editor<Kit> = createEditor({ page: createPage(), kits: [kit] });
    const { page, kits } = editor;
    const views = await loaded(kits);
    expect(paint(views).texts).to.eql(['bell']);
    expect(editor.page).to.equal(page);
    expect(reported.map(String)).to.eql([
      'CobbleError: kit bell: canvasView may read the editor, but not edit',
    ]);
  });

  it("balance a view's `save` and `restore` calls", async () => {
    for (const unbalanced of [
      ({ target }) => {
        target.save();
        target.save();
      },
      ({ target }) => {
        target.restore();
        target.restore();
      },
    ] satisfies KitCanvasView[]) {
      const views = await loaded([kitOf(() => Promise.resolve(unbalanced))]);
      expect(paint(views).depth).to.equal(0);
    }
  });

  it('are mirrored when the kit allows it', () => {
    const flipped = { ...block, styles: { flip: { x: true } } };
    for (const mirrors of [true, false]) {
      const { target, calls } = recordingTarget();
      const kit = { block: { ...bell, capabilities: { ...bell.capabilities, mirrors } } as never };
      paintBlock(
        target,
        flipped,
        plainResources({ kits: [kit], kitPainter: () => () => undefined }),
      );
      expect(calls.some(([name, x]) => name === 'scale' && x === -1)).to.equal(mirrors);
    }
  });

  it('are a placeholder for kits without a view, and null for other types', () => {
    const views = new KitViews(
      () => [defineKit({ block: bell })],
      () => undefined,
    );
    expect(paint(views).texts).to.deep.equal(['bell']);
    expect(views.painterOf('gong')).to.equal(null);
  });

  it("follow the editor's kits: an added kit's view is loaded, a removed kit's is no longer painted [CV11]", async () => {
    let kits: readonly Kit[] = [];
    let waiting = (): void => undefined;
    const views = new KitViews(
      () => kits,
      () => {
        waiting();
      },
    );
    const paintLoaded = async (sound: string) => {
      const kit = kitOf(() =>
        Promise.resolve(({ target }) => {
          target.fillText(sound, 0, 0);
        }),
      );
      kits = [kit];
      const isLoaded = new Promise<void>((resolve) => (waiting = resolve));
      paint(views);
      await isLoaded;
      return paint(views).texts;
    };
    expect(views.painterOf('bell')).to.equal(null);
    expect(await paintLoaded('first')).to.eql(['first']);
    kits = [];
    expect(views.painterOf('bell')).to.equal(null);
    expect(await paintLoaded('second')).to.eql(['second']);
  });
});
