import { type Editor, type NewBlock, richTextFromPlain } from '@cobble/engine';

type Random = () => number;

const COLORS = ['#FFB52E', '#2B4EFF', '#3F9D6B', '#E5372C', '#FFE27A'];
const SHAPES = ['star', 'oval', 'rectangle', 'heart', 'cloud'];

/** Several screens of blocks with many styles: rotation, opacity, shadows, blur, borders. */
export function seededBlocks(random: Random, count: number): NewBlock<string>[] {
  const pick = <Value>(from: readonly Value[]): Value =>
    from[Math.floor(random() * from.length)] as Value;
  const height = count / 18;
  return Array.from({ length: count }, (_, index): NewBlock<string> => {
    const type = pick(['text', 'shape', 'shape', 'sticky-note', 'rich-button', 'image', 'button']);
    const text = `Words number ${String(index)} of the market`;
    const contents: Record<string, Readonly<Record<string, unknown>>> = {
      text: { text: richTextFromPlain(text), useAutosize: false, fontSize: 12 + random() * 12 },
      shape: { shapeType: pick(SHAPES), shapeColor: pick(COLORS) },
      'sticky-note': { stickyNoteColor: pick(COLORS), stickyNoteText: { text: text } },
      'rich-button': { richButtonColor: pick(COLORS), richButtonText: { text: 'Visit' } },
      image: { url: '' },
      button: { text: 'Menu' },
    };
    const styles = {
      ...(random() < 0.2 && { opacity: 0.2 + random() * 0.8 }),
      ...(random() < 0.12 && { blurPx: 1 + random() * 4 }),
      ...(random() < 0.15 && {
        boxShadow: {
          xPx: 40 * random() - 20,
          yPx: 60 * random(),
          blurPx: 30 * random(),
          color: 'rgba(0,0,0,.5)',
        },
      }),
      ...(random() < 0.12 && {
        dropShadow: {
          xPx: 30 * random(),
          yPx: 30 * random(),
          blurPx: 20 * random(),
          color: '#113',
        },
      }),
      ...(random() < 0.2 && {
        border: {
          widthPx: 1 + random() * 4,
          style: pick(['solid', 'dashed', 'dotted'] as const),
          color: '#1E1A16',
        },
      }),
      ...(random() < 0.2 && { borderRadiusPx: 20 * random() }),
      ...(random() < 0.2 && { background: { color: pick(COLORS) } }),
    };
    return {
      uuid: `s${String(index)}`,
      type,
      position: {
        x: -0.2 + random() * 1.1,
        y: random() * height,
        width: 0.06 + random() * 0.3,
        height: 0.05 + random() * 0.25,
        rotationDeg: random() < 0.3 ? random() * 360 : 0,
      },
      content: contents[type] ?? {},
      styles,
    };
  });
}

/** Makes one random change to a page or its view, and returns its name. */
export function seededStep(editor: Editor, random: Random, step: number): string {
  const scroller = document.querySelector('[data-cobble-scroller]');
  const ids = [...editor.blocks.values()]
    .filter(({ parentUuid }) => parentUuid !== undefined)
    .map(({ uuid }) => uuid);
  const some = (count: number): string[] =>
    Array.from({ length: count }, () => ids[Math.floor(random() * ids.length)] ?? '');
  const move = (): void => {
    for (const uuid of some(6)) {
      const { x = 0, y = 0 } = editor.blocks.get(uuid)?.position ?? {};
      editor.update([uuid], { position: { x: x + random() * 0.3 - 0.15, y: y + random() * 0.4 } });
    }
  };
  const steps: readonly (readonly [string, () => void])[] = [
    ['move', move],
    ['scroll', () => scroller?.scrollBy(0, 150 + Math.floor(random() * 600))],
    ['remove', () => void editor.remove(some(2))],
    ['style', () => void editor.update(some(4), { styles: { opacity: 0.5 + random() / 2 } })],
    [
      'zoom',
      () => {
        const deltaY = random() < 0.5 ? 40 : -40;
        const at = { clientX: 300, clientY: 300 };
        scroller?.dispatchEvent(
          new WheelEvent('wheel', { deltaY, ctrlKey: true, cancelable: true, ...at }),
        );
      },
    ],
    ['undo', () => void editor.undo()],
    [
      'group',
      () => {
        editor.select(some(3));
        editor.group();
        editor.clearSelection();
      },
    ],
    [
      'section',
      () => {
        const [section = ''] = editor.sectionIds;
        editor.update([section], { styles: { background: { color: '#E6EAFF' } } });
      },
    ],
    [
      'order',
      () => {
        editor.reorder('front', some(1));
      },
    ],
    ['back', () => scroller?.scrollBy(0, -Math.floor(random() * 500))],
  ];
  // Each kind once, then at random.
  const [name, run] = steps[step < steps.length ? step : Math.floor(random() * steps.length)] ?? [
    'none',
    move,
  ];
  run();
  return name;
}

/** A visible block outside groups whose centre no other block covers. */
export function freeBlock(editor: Editor): string {
  for (const { uuid, parentUuid, locked } of editor.blocks.values()) {
    const box = editor.index.boundsOf(uuid);
    if (!box || locked || parentUuid === undefined || !editor.sectionIds.includes(parentUuid))
      continue;
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    if (middle.x < 0.1 || middle.x > 0.8 || middle.y < 0.1 || middle.y > 0.7) continue;
    if (editor.hitTest(middle) === uuid) return uuid;
  }
  throw new Error('no block is free');
}

let painted = 0;

/** Starts to count what is painted on bitmaps of blocks. */
export function countPaintings(): void {
  const { prototype } = CanvasRenderingContext2D;
  for (const name of ['fill', 'fillRect', 'fillText', 'drawImage', 'stroke'] as const) {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with its context
    const original = prototype[name] as (...values: unknown[]) => void;
    prototype[name] = function (this: CanvasRenderingContext2D, ...values: unknown[]): void {
      if (!this.canvas.closest('.konvajs-content')) painted += 1;
      original.apply(this, values);
    };
  }
}

/** The number of paint calls since {@link countPaintings}. */
export function paintings(): number {
  return painted;
}

/**
 * Waits until nothing was painted for ten frames, because tiles off screen are painted as time
 * allows.
 */
export async function paintingsSettled(): Promise<void> {
  let last = paintings();
  for (let idleFrames = 0; idleFrames < 10; idleFrames += 1) {
    await new Promise(requestAnimationFrame);
    if (paintings() !== last) idleFrames = 0;
    last = paintings();
  }
}
