import {
  applyChange,
  type Change,
  CobbleError,
  createEditor,
  type Editor,
  type Page,
} from '@cobble/engine';
import { drawingOf, type Stroke } from '@cobble/engine/drawing';
import { reaction } from 'mobx';
import { isInGesture } from '../keyboard/isInGesture.ts';
import { type LostText, type LostTexts, withLostTexts } from './LostTexts.ts';
import { progressIn } from './editsInProgress.ts';

/** Options of {@link UncommittedWork}. */
export interface UncommittedWorkOptions {
  readonly editor: Editor;
  readonly lostTexts: LostTexts;
  /** Called to store the work a while after it has changed, or to remove it after it was cancelled. */
  readonly onDue: () => void;
  /** The time from a change to `onDue`, ms. */
  readonly delayMs: number;
}

/** Uncommitted work, with the committed page that it changes. */
interface Work {
  readonly page: Page;
  readonly strokes: readonly Stroke[];
  /** Null if nothing is in progress, or a drawing is. */
  readonly progress: Change | null;
  readonly texts: readonly LostText[];
}

/**
 * What the user has not committed although it can take minutes: text being edited, the strokes of a
 * drawing, what a popup or a host's tool has in progress, and texts that could not be committed, until
 * the user has said what to do with them. The browser may crash before then, so it is stored
 * meanwhile. Pointer gestures are left out: they last seconds, and would be slowed down.
 */
export class UncommittedWork {
  private readonly options: UncommittedWorkOptions;
  private readonly stop: () => void;
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** Whether the browser's copy has some of the work, or of work that was cancelled since. */
  private isStored: boolean;
  /** The work as it was last: when an editor reports that it has loaded a page, the work is gone. */
  private last: Work | null;

  constructor(options: UncommittedWorkOptions) {
    this.options = options;
    this.last = workIn(options);
    this.stop = reaction(
      () => workIn(options),
      (work) => {
        this.last = work;
        this.makeDue();
      },
    );
    // The work of a component that mounts again was stored when it was disposed of.
    this.isStored = this.exists;
    if (this.isStored) this.makeDue();
  }

  get exists(): boolean {
    return workIn(this.options) !== null;
  }

  /** The page as it would be if the work was committed now. */
  get page(): Page {
    const { editor } = this.options;
    const work = workIn(this.options);
    return work ? withWork(work, editor.kits) : editor.stablePage;
  }

  /** Has the work stored after the delay, unless that is already scheduled. */
  makeDue(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      // The work may go on after the gesture.
      if (isInGesture(this.options.editor)) this.makeDue();
      else this.store();
    }, this.options.delayMs);
  }

  /** Has the work stored at once if it is due. */
  flush(): void {
    if (this.timer === null || isInGesture(this.options.editor)) return;
    this.cancelTimer();
    this.store();
  }

  /** Called when the browser's copy has changes that may be stored elsewhere by now. */
  recheckCopy(): void {
    this.isStored = true;
    this.makeDue();
  }

  /** Called when the browser's copy has none of the work. */
  forget(): void {
    this.cancelTimer();
    this.isStored = false;
    this.last = null;
  }

  /**
   * Forgets the work that loading a page has just discarded, and returns the page as it would have
   * been with it; null if there was none.
   */
  takeReplaced(): { readonly page: Page; readonly isDue: boolean } | null {
    const { last, timer } = this;
    this.forget();
    return last && { page: withWork(last, this.options.editor.kits), isDue: timer !== null };
  }

  dispose(): void {
    this.stop();
    this.flush();
    this.cancelTimer();
  }

  private store(): void {
    const { exists } = this;
    if (!exists && !this.isStored) return;
    this.isStored = exists;
    this.options.onDue();
  }

  private cancelTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}

/** The work in progress, another object after each change; null if there is none. Observable. */
function workIn({ editor, lostTexts }: UncommittedWorkOptions): Work | null {
  const strokes = editor.drawing?.strokes ?? [];
  const texts = lostTexts.unstored;
  const progress = strokes.length > 0 ? null : progressIn(editor);
  if (strokes.length === 0 && !progress && texts.length === 0) return null;
  return { page: editor.stablePage, strokes, progress, texts };
}

function withWork({ page, strokes, progress, texts }: Work, kits: Editor['kits']): Page {
  const changed = progress ? applyChange(page, progress) : withDrawing(page, strokes, kits);
  return withLostTexts(changed, texts, kits);
}

/**
 * The page with the strokes as a block, even in a locked section: the editor refuses to add them
 * there until it is unlocked, but the browser may crash before. Without them if they are too large.
 */
function withDrawing(page: Page, strokes: readonly Stroke[], kits: Editor['kits']): Page {
  if (strokes.length === 0) return page;
  try {
    const drawn = drawingOf(strokes, page.settings.referenceWidth);
    if (!drawn) return page;
    const editor = createEditor({ page, kits });
    const locked = editor.sectionIds.filter((uuid) => editor.blocks.get(uuid)?.locked);
    editor.setLocked(false, locked);
    editor.add({ type: 'drawing', position: drawn.box, content: drawn.content });
    editor.setLocked(true, locked);
    return editor.stablePage;
  } catch (error) {
    if (error instanceof CobbleError && error.code === 'drawing_too_large') return page;
    throw error;
  }
}
