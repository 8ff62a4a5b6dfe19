import { createEditor, createPage, type Editor } from '@cobble/engine';
import { expect } from 'chai';
import { listenToKeys } from './keyboard.ts';

describe('keys on a canvas', () => {
  let editor: Editor;
  let root: EventTarget;
  let zoomed: string[];
  let isPanning: boolean;
  let stop: () => void;

  before(() => {
    Reflect.set(globalThis, 'HTMLElement', class extends EventTarget {});
  });
  after(() => {
    Reflect.deleteProperty(globalThis, 'HTMLElement');
  });
  beforeEach(() => {
    editor = createEditor({ page: createPage() });
    root = new EventTarget();
    zoomed = [];
    isPanning = false;
    stop = listenToKeys({
      editor,
      root: root as HTMLElement,
      zoomByKey: ({ key, ctrlKey }) => {
        const isZoom = ctrlKey && key === '+';
        if (isZoom) zoomed.push(key);
        return isZoom;
      },
      pointer: {
        isDown: false,
        setSpaceDown: (isDown) => {
          isPanning = isDown;
        },
      },
    });
  });
  afterEach(() => {
    stop();
  });

  /** Presses a key such as `Ctrl+b`; returns whether the browser must not act on it. */
  const press = (name: string): boolean => {
    const parts = name.split(/\+(?=.)/);
    const key = parts.at(-1) ?? '';
    const has = (modifier: string) => parts.slice(0, -1).includes(modifier);
    const event = Object.assign(new Event('keydown', { cancelable: true }), {
      ...{ key, code: '', metaKey: false, ctrlKey: has('Ctrl') },
      ...{ altKey: has('Alt'), shiftKey: has('Shift') },
    });
    root.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it('run what a host has bound to them, even if the browser or the canvas uses the same key [M29]', () => {
    const runs: string[] = [];
    const keys = ['Ctrl+b', 'Ctrl+Shift+k', ' ', 'Tab', 'Ctrl++', 'q'];
    for (const key of keys) editor.bindKeys({ [key]: () => void runs.push(key) });
    expect(keys.map(press)).to.eql(keys.map(() => true));
    expect(runs).to.eql(keys);
    expect([zoomed, isPanning]).to.eql([[], false]);
  });

  it('are left to the browser or the canvas if the host has not bound them, or its command leaves them [M29]', () => {
    editor.bindKeys({ 'Ctrl+b': () => false, 'Ctrl++': () => false });
    editor.add([{ type: 'shape' }, { type: 'shape' }]);
    const before = [...editor.selection];
    const keys = ['Ctrl+b', 'Ctrl+t', 'Ctrl+c', 'Tab', 'Shift+Tab', 'q'];
    expect(keys.map(press)).to.eql(keys.map(() => false));
    expect([...editor.selection], 'Tab is the accessibility tree’s').to.eql(before);
    expect([' ', 'Delete'].map(press)).to.eql([true, true]);
    expect([isPanning, editor.selection.size]).to.eql([true, 0]);
    press('Ctrl++');
    expect(zoomed).to.eql(['+']);
  });

  it('all go to a host’s tool once, and what it does not handle has its usual effect [M28]', () => {
    const received: string[] = [];
    editor.startTool({
      name: 'recorder',
      handle: (event) => {
        if (event.type !== 'keydown') return false;
        received.push(event.key);
        return event.key === 'b' || event.key === 'Tab';
      },
    });
    const keys = ['Ctrl+b', 'Tab', 'Ctrl+k', ' ', 'Ctrl++', 'Escape'];
    expect(keys.map(press)).to.eql([true, true, false, true, false, true]);
    expect(received).to.eql(['b', 'Tab', 'k', ' ', '+', 'Escape']);
    expect([zoomed, isPanning, editor.mode.name]).to.eql([['+'], true, 'layout']);
  });
});
