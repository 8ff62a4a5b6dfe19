/**
 * Targets by scene and case: `field` selects a value of the result, and `atMost` is its limit. With
 * `peer`, the limit is a ratio to the peer's value; with `scene`, a ratio to our own value in that
 * scene; with neither, ms or MB.
 */
const drags = [
  { peer: 'tldraw', field: 'p95Ms', atMost: 1 / 10 },
  { peer: 'excalidraw', field: 'p95Ms', atMost: 1 / 2 },
  { field: 'p95Ms', atMost: 8 },
  { field: 'scriptMs', atMost: 2 },
  { field: 'longestMs', atMost: 50 },
];
const all = [
  { peer: 'tldraw', field: 'p95Ms', atMost: 1 / 30 },
  { peer: 'excalidraw', field: 'p95Ms', atMost: 1 / 8 },
];

export const TARGETS = {
  1000: {},
  10000: {
    mount: [
      { peer: 'tldraw', field: 'medianMs', atMost: 1 / 20 },
      { peer: 'excalidraw', field: 'medianMs', atMost: 1 / 2 },
    ],
    scroll: [
      { peer: 'tldraw', field: 'p95Ms', atMost: 1 / 6 },
      { peer: 'excalidraw', field: 'p95Ms', atMost: 1 / 2 },
    ],
    zoom: [],
    drag1: [...drags, { scene: '1000', field: 'p95Ms', atMost: 1.2 }],
    drag200: drags,
    drag1000: [{ field: 'p95Ms', atMost: 33 }],
    selectAll: [
      { peer: 'tldraw', field: 'medianMs', atMost: 1 / 20 },
      { field: 'medianMs', atMost: 33 },
    ],
    undo1000: [
      { peer: 'tldraw', field: 'medianMs', atMost: 1 / 4 },
      { field: 'medianMs', atMost: 33 },
    ],
    memory: [{ peer: 'tldraw', field: 'heapMb', atMost: 1 / 10 }],
  },
  all: { drag200: all, pan: all },
};
