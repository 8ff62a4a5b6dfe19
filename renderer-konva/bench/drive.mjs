/* global window, HTMLCanvasElement, OffscreenCanvas */
import { writeFileSync } from 'node:fs';
import { quantile, readTrace, TRACE_CATEGORIES } from './mainThread.mjs';
import { makeScene, SCENES } from './scene.mjs';

export const VIEWPORT = { width: 1280, height: 800 };
const INTERVAL_MS = 1000 / 60;
const STEPS = 120;

/** The cases of each scene, in order: later cases may depend on earlier ones. */
export const CASES = {
  1000: ['mount', 'scroll', 'drag1'],
  10000: [
    'mount',
    'scroll',
    'zoom',
    'drag1',
    'drag200',
    'drag1000',
    'undo1000',
    'selectAll',
    'memory',
  ],
  all: ['mount', 'drag200', 'pan', 'memory'],
};

/**
 * Opens a contestant's page with a scene and measures cases in it.
 *
 * @returns {Promise<{ results: Record<string, object>, failures: Record<string, string> }>} by
 *   case; a failing case other than `mount` does not stop the others, as a run with all peers takes
 *   most of an hour
 */
export async function measureScene(browser, url, sceneName, cases) {
  const scene = SCENES[sceneName];
  const blocks = makeScene(scene.count, scene.columns);
  const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: 1 });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.addInitScript(countCanvases);
  await page.goto(url);
  await page.waitForFunction(() => 'bench' in window);
  const devtools = await context.newCDPSession(page);
  const heapBefore = await heapOf(devtools);
  await page.evaluate(([all, options]) => window.bench.prepare(all, options), [blocks, scene]);
  const drive = { browser, page, devtools, blocks, scene, heapBefore };
  const results = {};
  const failures = {};
  for (const name of CASES[sceneName]) {
    // Every case needs a mounted page, and undo needs a previous move.
    const isNeeded =
      cases.includes(name) ||
      name === 'mount' ||
      (name === 'drag1000' && cases.includes('undo1000'));
    if (!isNeeded) continue;
    try {
      const result = await RUN[name](drive);
      if (cases.includes(name)) results[name] = result;
    } catch (error) {
      if (name === 'mount') throw error;
      failures[name] = String(error);
    }
  }
  const count = await page.evaluate(() => window.bench.count());
  if (count !== scene.count)
    throw new Error(`${count} of ${scene.count} blocks are on the canvas.`);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  await context.close();
  return { results, failures };
}

const RUN = {
  mount: async (drive) => once(drive, () => drive.page.evaluate(() => window.bench.mount())),
  scroll: (drive) => {
    // Not past the last block: on an infinite canvas nothing would be left to drag.
    const deltaY = Math.min(60, Math.floor((heightOf(drive.blocks) - VIEWPORT.height) / STEPS));
    return stream(drive, () => ({ type: 'mouseWheel', x: 640, y: 400, deltaX: 0, deltaY }));
  },
  pan: (drive) =>
    stream(drive, (step) => ({
      type: 'mouseWheel',
      x: 640,
      y: 400,
      deltaX: 0,
      deltaY: Math.floor(step / 3) % 2 === 0 ? 16 : -16,
    })),
  zoom: async (drive) => {
    const result = await stream(drive, (step) => ({
      type: 'mouseWheel',
      x: 640,
      y: 400,
      deltaX: 0,
      deltaY: step < STEPS / 2 ? 4 : -4,
      modifiers: 2,
    }));
    return result;
  },
  drag1: (drive) => drag(drive, 1),
  drag200: (drive) => drag(drive, 200),
  drag1000: (drive) => drag(drive, 1000),
  undo1000: (drive) => once(drive, () => drive.page.keyboard.press('Control+z')),
  selectAll: async (drive) => {
    await drive.page.keyboard.press('Escape');
    const result = await once(drive, () => drive.page.keyboard.press('Control+a'));
    const selected = await drive.page.evaluate(() => window.bench.selected());
    if (selected < drive.scene.count) throw new Error(`Only ${selected} blocks are selected.`);
    return result;
  },
  memory: async ({ page, devtools, heapBefore }) => ({
    heapMb: (await heapOf(devtools)) - heapBefore,
    canvasMb: await page.evaluate(() => window.canvasMb()),
  }),
};

const heightOf = (blocks) => Math.max(...blocks.map(({ y, height }) => y + height));

/** Drags a number of blocks by about 120 px, one step per frame. */
async function drag(drive, count) {
  const { page, blocks, scene, devtools } = drive;
  await page.evaluate(() => window.bench.painted());
  // Grab a filled block off the centre, where the handles of Cobble's sections are.
  const points = await page.evaluate(
    (ids) => ids.map((id) => ({ id, ...window.bench.pointOf(id) })),
    blocks.filter((block, index) => isFree(blocks, scene, index)).map(({ id }) => id),
  );
  const distance = ({ x, y }) => Math.hypot(x - VIEWPORT.width * 0.4, y - VIEWPORT.height / 2);
  const grabbed = points.reduce((best, each) => (distance(each) < distance(best) ? each : best));
  const middle = blocks.find(({ id }) => id === grabbed.id);
  const near = [...blocks]
    .sort(
      (a, b) =>
        Math.hypot(a.x - middle.x, a.y - middle.y) - Math.hypot(b.x - middle.x, b.y - middle.y),
    )
    .slice(0, count)
    .map(({ id }) => id);
  await page.evaluate((ids) => window.bench.select(ids), near);
  await page.evaluate(() => window.bench.painted());
  const before = await page.evaluate((id) => window.bench.pointOf(id), grabbed.id);
  const { x, y } = before;
  await devtools.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
  await devtools.send('Input.dispatchMouseEvent', press('mousePressed', x, y));
  let last = { x, y };
  const result = await stream(drive, (step) => {
    last = { x: x + 4 + step, y: y + 4 + Math.round(40 * Math.sin(step / 20)) };
    return { type: 'mouseMoved', ...last, button: 'left', buttons: 1 };
  });
  await devtools.send('Input.dispatchMouseEvent', press('mouseReleased', last.x, last.y));
  await page.evaluate(() => window.bench.painted());
  const after = await page.evaluate((id) => window.bench.pointOf(id), grabbed.id);
  const moved = after.x - before.x;
  if (Math.abs(moved - (last.x - x)) > 12 / Math.min(1, scene.zoom))
    throw new Error(`A drag by ${last.x - x} px has moved its block by ${moved}.`);
  return result;
}

/** Whether a block is a rectangle without a text or note next to or above it that may overflow. */
function isFree(blocks, { columns }, index) {
  const textKinds = new Set(['text', 'note']);
  const beside = [index - 1, index - columns, index - columns - 1, index - 2 * columns, index + 1];
  return (
    blocks[index].kind === 'rectangle' &&
    beside.every((at) => !textKinds.has(blocks[at]?.kind ?? ''))
  );
}

const press = (type, x, y) => ({ type, x, y, button: 'left', buttons: 1, clickCount: 1 });

/** Sends real input events at 60 Hz, without waiting for responses, and reads each frame's work. */
async function stream({ browser, page, devtools }, eventAt) {
  await page.evaluate(() => window.bench.painted());
  await devtools.send('HeapProfiler.collectGarbage');
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  await page.evaluate(() => console.timeStamp('begin'));
  const sent = [];
  const start = performance.now();
  for (let step = 0; step < STEPS; step += 1) {
    const wait = start + step * INTERVAL_MS - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    sent.push(devtools.send('Input.dispatchMouseEvent', eventAt(step)));
  }
  await Promise.all(sent);
  await page.evaluate(() => window.bench.painted());
  await page.evaluate(() => console.timeStamp('end'));
  const trace = await browser.stopTracing();
  if (process.env.COBBLE_BENCH_TRACE) writeFileSync(process.env.COBBLE_BENCH_TRACE, trace);
  const { frames, longestMs } = readTrace(trace, 'begin', 'end');
  const busy = frames.filter(({ taskMs }) => taskMs > 0.05);
  const of = (name, part) =>
    quantile(
      busy.map((frame) => frame[name]),
      part,
    );
  return {
    medianMs: of('taskMs', 0.5),
    p95Ms: of('taskMs', 0.95),
    scriptMs: of('scriptMs', 0.5),
    scriptP95Ms: of('scriptMs', 0.95),
    longestMs,
    frames: busy.length,
  };
}

/** A single action: the main thread's time until its result is painted. */
async function once({ browser, page, devtools }, act) {
  await devtools.send('HeapProfiler.collectGarbage');
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  await page.evaluate(() => console.timeStamp('begin'));
  await act();
  await page.evaluate(() => window.bench.painted());
  await page.evaluate(() => console.timeStamp('end'));
  const { taskMs, scriptMs, longestMs } = readTrace(await browser.stopTracing(), 'begin', 'end');
  return { medianMs: taskMs, scriptMs, longestMs };
}

async function heapOf(devtools) {
  for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

/**
 * In the page: remembers all canvases that ever had a context, to add up those that still exist.
 */
function countCanvases() {
  const known = new Set();
  const watch = (Canvas) => {
    const { getContext } = Canvas.prototype;
    Canvas.prototype.getContext = function (...values) {
      if (![...known].some((each) => each.deref() === this)) known.add(new WeakRef(this));
      return getContext.apply(this, values);
    };
  };
  watch(HTMLCanvasElement);
  watch(OffscreenCanvas);
  window.canvasMb = () => {
    let bytes = 0;
    for (const each of known) {
      const canvas = each.deref();
      if (canvas) bytes += canvas.width * canvas.height * 4;
    }
    return bytes / 2 ** 20;
  };
}
