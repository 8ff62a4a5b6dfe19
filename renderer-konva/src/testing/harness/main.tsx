import {
  createEditor,
  type Editor,
  type Kit,
  inputEventSchema,
  type NewBlock,
  type Page,
  type Post,
} from '@cobble/engine';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { CobbleCanvasProps } from '../../canvas/CobbleCanvasProps.ts';
import {
  applyTextStyle,
  CobbleCanvas,
  createTextMeasurers,
  textEditingSessionOf,
} from '../../index.ts';
import { LoopbackRoom, type RoomMember } from '../../editor/testing/LoopbackRoom.ts';
import { bellKit, pageWithBell } from './bellKit.ts';
import { canvasBlocks, publishedBlocks } from './blocksOf.ts';
import { endTimers, holdTimers } from './heldTimers.ts';
import { countDecodings, decodings } from './imageDecodings.ts';
import type { ImageVariants } from '../../images/ImageVariants.ts';
import { seededRandom } from '../seededRandom.ts';
import { compareEdited } from './compareEdited.ts';
import { comparePainted } from './comparePainted.ts';
import { compareText, compareTexts } from './compareText.ts';
import { blankPage, galleryBlocks } from './samplePages.ts';
import {
  countPaintings,
  freeBlock,
  paintings,
  paintingsSettled,
  seededBlocks,
  seededStep,
} from './seededPage.ts';
import { type ColorWatch, watchColor } from './watchColor.ts';

countDecodings();
const ownRoot = createRoot(document.getElementById('root') ?? document.body);
/** How often something was rendered here, and how often React has mounted that and run its effects. */
const renders = { begun: 0, ended: 0 };

/** Tells when its children are mounted and their effects have run. */
function Rendered(props: { readonly nth: number; readonly children: ReactNode }): ReactNode {
  const { nth, children } = props;
  useEffect(() => {
    renders.ended = Math.max(renders.ended, nth);
  }, [nth]);
  return children;
}

/** Renders in a root of React, which does so later; {@link settle} waits for it. */
function renderIn(root: Pick<Root, 'render'>, children: ReactNode): void {
  renders.begun += 1;
  root.render(<Rendered nth={renders.begun}>{children}</Rendered>);
}

const root = {
  render: (children: ReactNode): void => {
    renderIn(ownRoot, children);
  },
};
let next = 0;

/** A deterministic editor of a page. */
function editorOf(page: Page): Editor {
  let random = 0.5;
  return createEditor({
    page,
    environment: {
      now: () => window.clockMs ?? Date.UTC(2026, 0, 1),
      random: () => (random = (random * 16_807 + 0.1) % 1),
      createId: () => `n${String((next += 1))}`,
      ...createTextMeasurers(),
    },
  });
}

/** Shows a page on a new canvas and returns its editor. */
function show(page: Page, props: Partial<CobbleCanvasProps> = {}): Editor {
  const editor = editorOf(page);
  root.render(<CobbleCanvas key={(next += 1)} editor={editor} {...props} />);
  window.editor = editor;
  return editor;
}

/** Mounts the page of `window.editor` again, or unmounts it, as when a host navigates. */
function remount(how: 'unmounted' | 'mounted' | 'strict'): void {
  const canvas = <CobbleCanvas key={(next += 1)} editor={window.editor} />;
  root.render(
    how === 'unmounted' ? null : how === 'strict' ? <StrictMode>{canvas}</StrictMode> : canvas,
  );
}

/** Blocks in a new editor on the same element, as when a host passes another `editor`. */
function replaceEditor(blocks: readonly NewBlock[]): void {
  window.editor = editorOf(blankPage());
  window.editor.add(blocks, { select: false });
  root.render(<CobbleCanvas editor={window.editor} />);
}

/** Renders the page of `window.editor` with new messages now and after each change. */
function renderOnChange(): void {
  const render = (): void => {
    root.render(<CobbleCanvas editor={window.editor} messages={{}} />);
  };
  render();
  window.editor.onChange(render);
}

/** The same blocks on two canvases, each with its own editor. */
function showTwo(blocks: readonly NewBlock[]): void {
  const [left, right] = [editorOf(blankPage()), editorOf(blankPage())] as const;
  for (const editor of [left, right]) editor.add(blocks, { select: false });
  window.editor = left;
  window.otherEditor = right;
  root.render(
    <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', height: '100%' }}>
      <CobbleCanvas editor={left} />
      <CobbleCanvas editor={right} />
    </div>,
  );
}

const browserClock = {
  now: Date.now,
  after: (delayMs: number, run: () => void) => {
    const timer = setTimeout(run, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};

/**
 * The same page on canvases of people in its room, of which the first one is `window.editor`'s.
 *
 * @param names of the people
 * @param props of their canvases
 * @param columns the widths of the canvases in CSS; those that are left out are not shown
 */
function showRoom(
  blocks: readonly NewBlock[],
  names: readonly string[],
  { props = [], columns = names.map(() => '1fr') }: RoomLayout = {},
): void {
  const first = editorOf(blankPage());
  first.add(blocks, { select: false });
  const room = new LoopbackRoom(first.page, browserClock);
  // The same name twice: two tabs of one account.
  window.members = names.map((name) =>
    room.join({ accountId: names.indexOf(name) + 1, name, editor: editorOf(first.page) }),
  );
  const [ada, ben = ada] = window.members;
  if (!ada || !ben) throw new Error('a room needs people');
  Object.assign(window, { ada, ben, editor: ada.editor });
  next += 1;
  root.render(
    <div style={{ display: 'grid', gridTemplateColumns: columns.join(' '), height: '100%' }}>
      {window.members.slice(0, columns.length).map(({ editor: own, client }, index) => (
        <div
          key={`${String(next)} ${String(index)}`}
          data-member={index}
          style={{ minWidth: 0, height: '100vh', borderLeft: '1px solid #000' }}
        >
          <CobbleCanvas editor={own} room={client} {...props[index]} />
        </div>
      ))}
    </div>,
  );
}

interface RoomLayout {
  readonly props?: readonly Partial<CobbleCanvasProps>[];
  readonly columns?: readonly string[];
}

/** Blocks on a canvas in a shadow tree, as in a custom element. */
function showInShadow(blocks: readonly NewBlock[]): void {
  root.render(null);
  const host = document.body.appendChild(document.createElement('div'));
  host.style.height = '100%';
  window.editor = editorOf(blankPage());
  window.editor.add(blocks, { select: false });
  renderIn(
    createRoot(host.attachShadow({ mode: 'open' })),
    <CobbleCanvas editor={window.editor} />,
  );
}

/** The gallery of blocks on a blank page. */
function showGallery(props: Partial<CobbleCanvasProps> = {}): Editor {
  const editor = show(blankPage(), props);
  const [section] = editor.sectionIds;
  if (section === undefined) throw new Error('a page has a section');
  editor.resizeSection(section, { height: 0.85 });
  editor.addSection();
  const added = editor.add(
    galleryBlocks().map((block) => ({ parentUuid: section, ...block })),
    { select: false },
  );
  if (!added.ok) throw new Error(`the gallery was refused: ${added.code}`);
  return editor;
}

/** A test's own blocks on a blank page. */
function showBlocks(
  blocks: readonly NewBlock<string>[],
  props: Partial<CobbleCanvasProps> = {},
): void {
  const editor: Editor<Kit> = show(blankPage(), props);
  const added = editor.add(blocks, { select: false });
  if (!added.ok) throw new Error(`the blocks were refused: ${JSON.stringify(added)}`);
}

let random = seededRandom(1);

/** Seeded blocks on a blank page; {@link seededStep} continues with the same random numbers. */
function showSeeded(seed: number, count: number): void {
  random = seededRandom(seed);
  showBlocks(seededBlocks(random, count));
}

/** A block's bounding box, rotation included, in client px; whole numbers, for clipping. */
function clientBoxOf(uuid: string): { x: number; y: number; width: number; height: number } {
  const bounds = window.editor.index.boundsOf(uuid);
  const scroller = document.querySelector('[data-cobble-scroller]');
  const spacer = scroller?.firstElementChild;
  if (!bounds || !scroller || !spacer) throw new Error(`${uuid} is not on screen`);
  const spacerBox = spacer.getBoundingClientRect();
  const reference = window.editor.fields.settings.referenceWidth;
  const zoom = Number(scroller.getAttribute('data-zoom') ?? '1');
  const unit = Math.min(scroller.clientWidth, reference) * zoom;
  const left = spacerBox.left + Math.round((spacerBox.width - unit) / 2);
  return {
    x: Math.floor(left + bounds.x * unit),
    y: Math.floor(spacerBox.top + bounds.y * unit),
    width: Math.ceil(bounds.width * unit),
    height: Math.ceil(bounds.height * unit),
  };
}

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Runs callbacks in tasks of their own; one channel for all, so that none is left to be collected. */
const tasks = new MessageChannel();
const waiting: (() => void)[] = [];
tasks.port1.onmessage = () => waiting.shift()?.();

/** A task after everything that a frame runs and paints. */
const frameEnd = async (): Promise<void> => {
  await frame();
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
    tasks.port2.postMessage(null);
  });
};

/**
 * Waits until what was rendered here is mounted, its fonts have loaded and it is painted. Painting
 * requests the fonts, and is done again with them, so each is waited for until the other needs no
 * more.
 */
async function settle(): Promise<void> {
  await rendered();
  await frame();
  await frame();
  do {
    await document.fonts.ready;
    await frame();
    await frameEnd();
  } while (document.querySelector('[data-cobble-painting]') || document.fonts.status === 'loading');
}

/** Waits until all images that the canvas shows have loaded or failed, and are painted. */
async function imagesSettled(): Promise<void> {
  do {
    await settle();
    await backgroundsLoaded();
  } while (decodings() > 0);
  await settle();
}

/** Waits until the images that CSS shows on the canvas have loaded or failed. */
async function backgroundsLoaded(): Promise<void> {
  const elements = document.querySelectorAll<HTMLElement>('[data-cobble-canvas] [style*="url("]');
  await Promise.all(
    [...elements].map(async ({ style }) => {
      const image = new Image();
      image.src = /^url\("(.*)"\)$/.exec(style.backgroundImage)?.[1] ?? '';
      await image.decode().catch(() => undefined);
    }),
  );
}

/** Waits until what was rendered here is mounted, for a canvas that has nothing to paint. */
async function rendered(): Promise<void> {
  while (renders.ended < renders.begun) await frame();
}

let watch: ColorWatch | null = null;

const harness = {
  settle,
  imagesSettled,
  rendered,
  holdTimers,
  endTimers,
  clientBoxOf,
  applyTextStyle,
  comparePainted: () => comparePainted(window.editor),
  showSeeded,
  seededStep: (step: number) => seededStep(window.editor, random, step),
  freeBlock: () => freeBlock(window.editor),
  countPaintings,
  paintings,
  paintingsSettled,
  compareEdited: () => compareEdited(window.editor),
  canvasBlocks: () => canvasBlocks(window.editor),
  publishedBlocks: (html: string) => publishedBlocks(window.editor, html),
  compareText,
  compareTexts,
  inputEventSchema,
  session: () => textEditingSessionOf(window.editor),
  /** Records the colour at a client position after each frame, until it is called again. */
  watchColor: (x: number, y: number) => {
    watch?.stop();
    watch = watchColor(x, y);
  },
  /** The recorded colours. */
  watchedColors: (): readonly string[] => watch?.seen ?? [],
  showBlocks,
  showTwo,
  showInShadow,
  showRoom,
  remount,
  replaceEditor,
  renderOnChange,
  /** Blocks whose images have variants. */
  showImaged: (blocks: readonly NewBlock[], files: Readonly<Record<string, ImageVariants>>) => {
    showBlocks(blocks, { imageVariants: (url) => files[url] ?? null });
  },
  /**
   * Blocks on a canvas whose host's lookups throw.
   *
   * @returns what is reported
   */
  showWithoutLookups: (blocks: readonly NewBlock[]): string[] => {
    const reported: string[] = [];
    window.reportError = (error) => reported.push(String(error));
    const fail = (name: string) => (): never => {
      throw new Error(name);
    };
    showBlocks(blocks, { imageVariants: fail('imageVariants'), posts: fail('posts') });
    return reported;
  },
  /** Blocks of a type whose kit the editor does not have. */
  showBell: () => void show(pageWithBell()),
  setBellKit: (isPresent: boolean) => {
    window.editor.configure({ kits: isPresent ? [bellKit] : [] });
  },
  showBlank: (props?: Partial<CobbleCanvasProps>) => void show(blankPage(), props),
  showGallery: (props?: Partial<CobbleCanvasProps>) => void showGallery(props),
  /** @param posts posts by account, for channel blocks */
  showPage: (
    page: Page,
    props?: Partial<CobbleCanvasProps>,
    posts: Readonly<Record<number, readonly Post[]>> = {},
  ) => void show(page, { ...props, posts: (id) => posts[id] ?? [] }),
};

declare global {
  interface Window {
    harness: typeof harness;
    editor: Editor;
    /** The editor of the second canvas, if there is one. */
    otherEditor: Editor;
    /** The people in the room, if there is one. */
    members: readonly RoomMember[];
    ada: RoomMember;
    /** The second of them. */
    ben: RoomMember;
    /** What editors' clocks show, ms; they stand still by default. */
    clockMs?: number;
  }
}

window.harness = harness;
