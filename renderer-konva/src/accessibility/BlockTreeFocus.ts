import { type Editor, GEOMETRY } from '@cobble/engine';
import { makeObservable, observable, runInAction } from 'mobx';
import { flushSync } from 'react-dom';
import type { AccessibleCanvas } from './AccessibleCanvas.ts';
import { sectionOf } from './describeBlock.ts';
import { activeElementIn } from './focus.ts';
import { focusSilently, isFocusSilent } from './focus.ts';
import type { BlockTreeOrder } from './BlockTreeOrder.ts';

/** Keys that delete the focused section. */
const DELETES = new Set(['Delete', 'Backspace']);

/**
 * The focus in the accessibility tree, and the keys that the editor does not handle. A focused
 * block is selected, and Tab moves through the blocks. Space keeps the focused block selected while
 * Tab moves on, or deselects it. Escape moves from a block to its section, where arrows move to
 * another section, Ctrl+arrows resize it, Alt+arrows reorder it, Delete deletes it and Enter moves
 * to its first block.
 */
export class BlockTreeFocus {
  /** The item around which items are rendered: the one with the focus, or that had it last. */
  anchor: string | null = null;
  /** The focused item that is not selected and needs a ring. */
  ringed: string | null = null;
  /** Whether the canvas itself has the focus and needs a ring. */
  isCanvasRinged = false;
  readonly #canvas: AccessibleCanvas;
  readonly #order: BlockTreeOrder;
  #list: HTMLElement | null = null;
  #focused: string | null = null;
  #spaceSelection: ReadonlySet<string> = new Set();
  #hadSelection = false;
  /**
   * The index of the last focused item: when it is deleted, the item at this index is its
   * neighbour.
   */
  #lastIndex = 0;
  /** The focused item that was deselected while others stay selected. */
  #deselected: string | null = null;
  /** Whether the user last navigated with Tab and not with the pointer. */
  #isTabbing = false;
  #lastKey = '';
  /** Whether Space is down without a pointer press, which would pan. */
  #isSpaceAlone = false;
  /** Whether the focus is being moved without changing the selection. */
  #isSilent = false;

  constructor(canvas: AccessibleCanvas, order: BlockTreeOrder) {
    this.#canvas = canvas;
    this.#order = order;
    makeObservable(this, { anchor: observable, ringed: observable, isCanvasRinged: observable });
  }

  get #editor(): Editor {
    return this.#canvas.editor;
  }

  get #active(): Element | null {
    return this.#list ? activeElementIn(this.#list) : null;
  }

  /** Listens on the tree's element and the canvas. Returns a function that stops it. */
  listen(list: HTMLElement): () => void {
    this.#list = list;
    const stop = new AbortController();
    const { signal } = stop;
    list.addEventListener('focusin', this.#onFocus, { signal });
    list.addEventListener('focusout', this.#onBlur, { signal });
    list.addEventListener('keydown', this.#onKeyDown, { signal });
    list.addEventListener('keyup', this.#onKeyUp, { signal });
    const scroller = list.parentElement;
    scroller?.addEventListener('keydown', this.#onScrollerKey, { signal });
    scroller?.addEventListener('focus', this.#onScrollerFocus, { signal });
    scroller?.addEventListener('blur', this.#showRing, { signal });
    const capturing = { signal, capture: true };
    window.addEventListener('pointerdown', this.#onPointer, capturing);
    window.addEventListener('keydown', this.#onAnyKey, capturing);
    return () => {
      stop.abort();
      this.#list = null;
    };
  }

  /**
   * Must be called after each render that changes the selection, the order or the anchor: moves the
   * focus to the block that a key has selected, to a neighbour if the focused block was deleted, or
   * to its section (for pointer users to the canvas) if the selection was cleared.
   */
  settle(): void {
    const editor = this.#editor;
    const { selection } = editor;
    const hadSelection = this.#hadSelection;
    this.#hadSelection = selection.size > 0;
    const at = this.#focused;
    if (at === null) {
      this.#showRing();
      return;
    }
    const active = this.#active;
    const isHere = this.#list?.contains(active) === true;
    if (!isHere && active !== document.body) return;
    const [...selected] = selection;
    const last = selected.at(-1);
    if (last !== undefined && !selection.has(at) && this.#deselected !== at) this.#focusItem(last);
    else if (!editor.blocks.has(at)) this.#focusNeighbour();
    else if (selection.size === 0 && hadSelection) this.#stepOut(at);
    else if (!isHere) this.#focusItem(at);
    this.#showRing();
  }

  readonly #onPointer = (): void => {
    this.#isSpaceAlone = false;
    this.#isTabbing = false;
    this.#showRing();
  };

  readonly #onAnyKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Tab') this.#isTabbing = true;
    this.#lastKey = key;
  };

  /**
   * When a keyboard user's focus returns from a toolbar, menu or dialog, it moves on to the
   * selected block, which announces it. After Tab it stays, because the next Tab moves it to or
   * from the blocks.
   */
  readonly #onScrollerFocus = (): void => {
    const selected = [...this.#editor.selection].at(-1);
    if (this.#isTabbing && this.#lastKey !== 'Tab' && selected !== undefined)
      this.#focusItem(selected);
    else this.#showRing();
  };

  readonly #onFocus = (event: FocusEvent): void => {
    const uuid = itemIdOf(event.target);
    if (uuid === null) return;
    const editor = this.#editor;
    this.#focused = uuid;
    this.#deselected = null;
    this.#lastIndex = this.#order.indexOf(uuid);
    runInAction(() => {
      this.anchor = uuid;
    });
    if (!this.#isSilent) {
      const { selection } = editor;
      if ([...this.#spaceSelection].some((each) => !selection.has(each)))
        this.#spaceSelection = new Set();
      if (editor.sectionIds.includes(uuid)) editor.clearSelection();
      else if (!selection.has(uuid) || this.#spaceSelection.size > 0)
        editor.select([...this.#spaceSelection, uuid]);
      this.#hadSelection = editor.selection.size > 0;
    }
    this.#showRing();
    if (!isFocusSilent()) this.#canvas.reveal(uuid);
  };

  readonly #onBlur = (event: FocusEvent): void => {
    // When the focused item is removed, no element gets the focus; `settle` moves it afterwards.
    const uuid = itemIdOf(event.target);
    if (event.relatedTarget === null && uuid !== null && !this.#editor.blocks.has(uuid)) return;
    this.#focused = null;
    this.#showRing();
  };

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === ' ') {
      this.#isSpaceAlone = !event.repeat || this.#isSpaceAlone;
      return;
    }
    if (event.defaultPrevented) return;
    const uuid = itemIdOf(event.target);
    if (uuid === null) return;
    if (event.key === 'Tab') this.#renderNow(uuid);
    const run = this.#commandFor(event, uuid);
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    // First the host, except for a deletion, which offers the key with the section selected.
    if (DELETES.has(event.key) || !this.#canvas.offerToHost(event)) run();
  };

  readonly #onKeyUp = (event: KeyboardEvent): void => {
    const uuid = itemIdOf(event.target);
    if (event.key !== ' ' || !this.#isSpaceAlone || uuid === null) return;
    this.#isSpaceAlone = false;
    const editor = this.#editor;
    if (editor.sectionIds.includes(uuid)) return;
    const { selection } = editor;
    const selected = new Set([...this.#spaceSelection].filter((each) => selection.has(each)));
    if (selected.delete(uuid)) {
      this.#spaceSelection = selected;
      this.#deselected = uuid;
      editor.select(selected);
    } else {
      this.#spaceSelection = selected.add(uuid);
      editor.select(selected);
    }
    this.#hadSelection = true;
    this.#showRing();
  };

  /** Tab continues from the selection even when the canvas itself has the focus. */
  readonly #onScrollerKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab' || event.target !== this.#list?.parentElement) return;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    this.#order.flush();
    const selected = [...this.#editor.selection].at(-1);
    if (selected === undefined) return;
    this.#order.open(selected);
    const next = this.#step(selected, event.shiftKey ? -1 : 1);
    if (next === null) return;
    event.preventDefault();
    this.#renderNow(next);
    this.#elementOf(next)?.focus({ preventScroll: true });
  };

  /** What a key does to the focused item, unless the editor handles it; null: nothing. */
  #commandFor(event: KeyboardEvent, uuid: string): (() => void) | null {
    const editor = this.#editor;
    const { key } = event;
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (!editor.sectionIds.includes(uuid)) {
      if (key !== 'Enter' || editor.selection.has(uuid)) return null;
      return () => {
        editor.select([uuid]);
      };
    }
    if (key === 'Enter')
      return () => {
        const next = this.#order.at(this.#order.indexOf(uuid) + 1);
        if (next && next.level > 1) this.#focusItem(next.uuid, true);
      };
    if (by !== 0 && (event.ctrlKey || event.metaKey))
      return () => {
        const px = event.shiftKey ? GEOMETRY.nudgeShiftPx : GEOMETRY.nudgePx;
        const height = editor.blocks.get(uuid)?.position.height ?? 0;
        const next = Math.max(0, height + (by * px) / editor.fields.settings.referenceWidth);
        editor.resizeSection(uuid, { height: next });
      };
    if (by !== 0 && event.altKey)
      return () => {
        editor.moveSection(uuid, by > 0 ? 'down' : 'up');
        this.#canvas.reveal(uuid);
      };
    if (DELETES.has(key))
      return () => {
        this.#deleteSection(uuid);
      };
    if (by === 0 || event.shiftKey) return null;
    return () => {
      const next = editor.sectionIds[editor.sectionIds.indexOf(uuid) + by];
      if (next !== undefined) this.#focusItem(next);
    };
  }

  /** Deletes with a key event for the selection, so that refusals are reported as usual. */
  #deleteSection(uuid: string): void {
    const editor = this.#editor;
    const index = editor.sectionIds.indexOf(uuid);
    editor.select([uuid]);
    editor.dispatch({ type: 'keydown', key: 'Delete' });
    editor.clearSelection();
    const { sectionIds } = editor;
    this.#focusItem(sectionIds[Math.min(index, sectionIds.length - 1)] ?? uuid);
  }

  /** The id of the next block in a direction; null at the ends. */
  #step(from: string, by: 1 | -1): string | null {
    const order = this.#order;
    const start = order.indexOf(from);
    if (start < 0) return null;
    for (let at = start + by; at >= 0 && at < order.length; at += by) {
      const entry = order.at(at);
      if (entry && entry.level > 1) return entry.uuid;
    }
    return null;
  }

  /** Moves the focus to the section, or for pointer users to the canvas, without a ring. */
  #stepOut(from: string): void {
    const scroller = this.#list?.parentElement;
    if (this.#isTabbing || !scroller) this.#focusItem(sectionOf(this.#editor, from) ?? from);
    else focusSilently(scroller);
  }

  #focusNeighbour(): void {
    this.#order.flush();
    const next = this.#order.at(Math.min(this.#lastIndex, this.#order.length - 1));
    if (next) this.#focusItem(next.uuid);
  }

  /** Moves the focus; selects the focused block only with `selects`. */
  #focusItem(uuid: string, selects = false): void {
    this.#order.flush();
    runInAction(() => {
      this.anchor = uuid;
    });
    const element = this.#elementOf(uuid);
    const focus = (found: HTMLElement | null): void => {
      this.#isSilent = !selects;
      found?.focus({ preventScroll: true });
      this.#isSilent = false;
    };
    if (element) focus(element);
    else
      requestAnimationFrame(() => {
        focus(this.#elementOf(uuid));
      });
  }

  /** Renders the items around a block before the browser handles the key. */
  #renderNow(anchor: string): void {
    flushSync(() => {
      this.#order.flush();
      runInAction(() => {
        this.anchor = anchor;
      });
    });
  }

  #elementOf(uuid: string): HTMLElement | null {
    return (
      this.#list?.querySelector<HTMLElement>(`[data-block-item="${CSS.escape(uuid)}"]`) ?? null
    );
  }

  /**
   * For users of Tab, shows the ring around the focused item, unless it is selected and so has a
   * frame, or around the whole canvas if it has the focus and nothing is selected.
   */
  readonly #showRing = (): void => {
    const at = this.#focused;
    const { selection } = this.#editor;
    const needsRing = this.#isTabbing && at !== null && !selection.has(at);
    const scroller = this.#list?.parentElement ?? null;
    const isOnCanvas = scroller !== null && this.#active === scroller;
    runInAction(() => {
      this.ringed = needsRing ? at : null;
      this.isCanvasRinged = this.#isTabbing && selection.size === 0 && isOnCanvas;
    });
  };
}

function itemIdOf(target: EventTarget | null): string | null {
  return target instanceof Element ? target.getAttribute('data-block-item') : null;
}
