import { action, observable } from 'mobx';
import { type DrawingPen, DrawingSession } from '../drawing/DrawingSession.ts';
import { refuseOverCap } from '../editor/blockCap.ts';
import { addDrawing } from '../editor/commands/addDrawing.ts';
import { writeText } from '../editor/commands/updateBlocks.ts';
import { editedBlockOf, type EditorMode } from '../editor/EditorMode.ts';
import type { Tool } from '../editor/Editor.ts';
import type { EditorRefusal } from '../editor/EditorRefusal.ts';
import type { ParsedInput, PointerInput } from '../editor/InputEvent.ts';
import type { SnapGuide } from '../snapping/snapGuides.ts';
import type { Change } from '../model/Change.ts';
import { deepFreeze } from '../model/json.ts';
import type { Box, Point } from '../model/Position.ts';
import { ok, refuse, type Result } from '../model/Result.ts';
import type { RichText } from '../text/richText.ts';
import { drawing } from './drawing.ts';
import { idling } from './idling.ts';
import { KeyBindings } from './KeyBindings.ts';
import type { ModeContext, ModeState } from './ModeContext.ts';
import type { ModeHost } from './ModeHost.ts';
import { PointerTracker } from './PointerTracker.ts';
import { targetAt } from './targets.ts';
import { canEditText, finishText, locksText, replacesText, textEditing } from './textEditing.ts';
import { usingTool } from './usingTool.ts';

const NO_GUIDES: readonly SnapGuide[] = Object.freeze([]);

/**
 * The state machine that turns input events into edits: presses, clicks, drags, marquees, pinches,
 * drawing, text editing and keys. `mode`, `guides`, `marquee`, `drawing` and `isTypewriterOn` are
 * MobX-observable. Without permission to edit, it ignores all events.
 */
export class ModeMachine implements ModeContext {
  readonly host: ModeHost;
  readonly drawing = new DrawingSession();
  readonly keys = new KeyBindings();
  blockBelow: string | null = null;
  pointer: Point | null = null;
  private readonly pointers: PointerTracker;
  private state: ModeState;
  private readonly shownMode = observable.box<EditorMode>(deepFreeze({ name: 'layout' }), {
    deep: false,
  });
  private readonly shownGuides = observable.box<readonly SnapGuide[]>(NO_GUIDES, { deep: false });
  private readonly shownMarquee = observable.box<Box | null>(null, { deep: false });
  private readonly typewriter = observable.box(false);
  /** Whether an edit in progress was begun after the tool was started. */
  private isToolsEdit = false;
  /** The last drawing that was committed since drawing mode was entered. */
  private lastDrawing: string | null = null;

  constructor(host: ModeHost) {
    this.host = host;
    this.pointers = new PointerTracker(() => host.environment.now());
    this.state = idling(this);
  }

  get mode(): EditorMode {
    return this.shownMode.get();
  }

  get guides(): readonly SnapGuide[] {
    return this.shownGuides.get();
  }

  get marquee(): Box | null {
    return this.shownMarquee.get();
  }

  get hasFingers(): boolean {
    return this.pointers.hasFingers;
  }

  get isPenInUse(): boolean {
    return this.pointers.isPenInUse;
  }

  get isDrawing(): boolean {
    return this.mode.name === 'drawing';
  }

  /** @returns whether a tool or command of the host has handled a key */
  dispatch(event: ParsedInput, { hostOnly = false } = {}): boolean {
    return this.host.act(() => {
      let isHandled = false;
      // Pointers are tracked without permission too, as it may be given while one is down.
      this.pointers.track(event, (each) => {
        if (this.host.permissions.canEdit) isHandled = this.handle(each, hostOnly);
      });
      return isHandled;
    });
  }

  readonly enter = action((state: ModeState) => {
    const previous = this.state;
    this.state = state;
    this.showMode(state.mode);
    previous.onLeave?.();
  });

  readonly enterIdle = action(() => {
    this.shownGuides.set(NO_GUIDES);
    this.shownMarquee.set(null);
    this.enter(idling(this));
  });

  handleIdle(event: ParsedInput): void {
    handleWith(idling(this), event);
  }

  readonly showMode = action((mode: EditorMode) => {
    // Frozen, like guides and the marquee, because hosts get it.
    this.shownMode.set(deepFreeze(mode));
  });

  readonly showGuides = action((guides: readonly SnapGuide[]) => {
    if (guides.length > 0 || this.guides.length > 0) this.shownGuides.set(deepFreeze(guides));
  });

  readonly showMarquee = action((box: Box | null) => {
    this.shownMarquee.set(deepFreeze(box));
  });

  openMenu({ x, y, pointerType }: Pick<PointerInput, 'x' | 'y' | 'pointerType'>): void {
    const { host } = this;
    const block = targetAt(host, { x, y });
    if (block !== null && !host.selection.ids.has(block)) host.select([block]);
    host.menuRequested.emit(Object.freeze({ x, y, block, pointerType }));
  }

  startTextEditing(uuid: string): boolean {
    const { host } = this;
    if (!canEditText(host, uuid)) return false;
    if (editedBlockOf(this.mode) === uuid) return true;
    return host.act(() => {
      this.stopTextEditing();
      if (!this.stopDrawing().ok) return false;
      // A hook may have refused the edit that has ended, and so have discarded the block.
      if (!canEditText(host, uuid)) return false;
      // Adding a block and typing its first text are one history entry.
      if (!host.isInProgress) host.inProgress.begin();
      host.select([uuid]);
      this.enterIdle();
      this.enter(textEditing(this, uuid));
      return true;
    });
  }

  /** Replaces the text of the edited block. */
  setEditedText(text: RichText | string): Result<null, EditorRefusal> {
    const { host } = this;
    const uuid = editedBlockOf(this.mode);
    if (uuid === null) return refuse('nothing_selected');
    return host.act(() => {
      if (!host.isInProgress) host.inProgress.begin();
      const written = host.inProgress.edit(writeText, uuid, text);
      if (written.ok) host.inProgress.noteTyped(uuid);
      else host.refused.emit(written.code);
      return written;
    });
  }

  stopTextEditing(): void {
    const uuid = editedBlockOf(this.mode);
    if (uuid === null) return;
    this.host.act(() => {
      this.clear();
      finishText(this.host, uuid);
    });
  }

  /**
   * Whether someone else's change, which is about to be applied, replaces the text being edited, or
   * locks its block.
   */
  isTextTakenBy(change: Change): boolean {
    const uuid = editedBlockOf(this.mode);
    if (uuid === null) return false;
    return replacesText(this.host, uuid, change) || locksText(this.host, uuid, change);
  }

  /**
   * Ends text editing and offers the typed text if someone else has begun to edit the same block, has
   * locked it, or has replaced the text, because two texts cannot be merged; also if the block is gone,
   * whoever has removed it. The rest of the edit is committed. Does nothing in an edit outside the
   * history, which text editing continues on top of.
   */
  yieldText(isTaken = false): void {
    const { host } = this;
    const uuid = editedBlockOf(this.mode);
    if (uuid === null || host.inProgress.isOutsideHistory) return;
    const isGone = !host.blocks.has(uuid);
    if (!isGone && !isTaken && !host.lockedByOthers.has(uuid)) return;
    host.act(() => {
      this.clear();
      if (!isGone) host.inProgress.abandonText(uuid);
      host.inProgress.commit();
      if (!isGone) host.refused.emit('block_locked');
    });
  }

  get isTypewriterOn(): boolean {
    return this.typewriter.get();
  }

  readonly setTypewriter = action((on: boolean) => {
    this.typewriter.set(on);
  });

  setDrawingPen(pen: Partial<DrawingPen>): void {
    this.drawing.choose(pen);
    if (this.isDrawing) this.showMode({ name: 'drawing', ...this.drawing.pen });
  }

  startDrawing(): boolean {
    const { host } = this;
    if (this.isDrawing) return true;
    return host.act(() => {
      this.stopTool();
      if (!host.permissions.canEdit || !this.endTextEditing()) return false;
      const overCap = refuseOverCap(host, 1);
      if (overCap) {
        host.refused.emit(overCap.code);
        return false;
      }
      this.setTypewriter(false);
      host.select([]);
      host.hover(null);
      this.lastDrawing = null;
      this.enterIdle();
      this.enter(drawing(this));
      return true;
    });
  }

  commitDrawing(): Result<string | null, EditorRefusal> {
    return this.addStrokes(false);
  }

  stopDrawing(): Result<string | null, EditorRefusal> {
    const { host } = this;
    if (!this.isDrawing) return ok(null);
    return host.act(() => {
      const added = this.addStrokes(true);
      if (!added.ok) return added;
      this.clear();
      // Without new strokes, the last drawing is selected.
      const last = this.lastDrawing;
      if (added.value === null && last !== null && host.blocks.has(last)) host.select([last]);
      this.lastDrawing = null;
      return added;
    });
  }

  startTool(tool: Tool): boolean {
    const { host } = this;
    return host.act(() => {
      if (!host.permissions.canEdit || !this.stopDrawing().ok) return false;
      this.stopTool();
      if (!this.endTextEditing()) return false;
      this.setTypewriter(false);
      host.hover(null);
      this.isToolsEdit = !host.isInProgress;
      this.enterIdle();
      this.enter(usingTool(this, tool));
      return true;
    });
  }

  stopTool(): void {
    if (this.mode.name !== 'tool') return;
    this.host.act(() => {
      if (this.isToolsEdit) this.host.inProgress.cancel();
      this.clear();
    });
  }

  undo(): boolean {
    if (this.isDrawing) return this.drawing.undo();
    const { host } = this;
    return host.act(() => this.endTextEditing() && host.undoRedo.undo());
  }

  redo(): boolean {
    if (this.isDrawing) return this.drawing.redo();
    const { host } = this;
    return host.act(() => this.endTextEditing() && host.undoRedo.redo());
  }

  /** Moves to an entry of the history; false while drawing, where undo applies to strokes. */
  jumpTo(id: number | null): boolean {
    const { host } = this;
    if (this.isDrawing) return false;
    return host.act(() => this.endTextEditing() && host.undoRedo.jumpTo(id));
  }

  /** Ends all modes, except drawing if its strokes cannot be added to the page. */
  reset(): void {
    const { host } = this;
    host.act(() => {
      this.stopTextEditing();
      host.inProgress.cancel();
      this.stopTool();
      this.setTypewriter(false);
      if (this.stopDrawing().ok) this.discard();
      host.select([]);
      host.hover(null);
    });
  }

  /**
   * Ends what the user is doing and keeps what was done. Strokes that cannot be added to the page
   * stay in drawing mode.
   */
  finish(): void {
    const { host } = this;
    host.act(() => {
      this.stopTextEditing();
      host.inProgress.commit();
      const { ok: isIdle } = this.stopDrawing();
      this.setTypewriter(false);
      if (isIdle) this.clear();
    });
  }

  /** Enters the idle state and discards strokes, without touching the page. */
  discard(): void {
    this.drawing.clear();
    this.clear();
  }

  private clear(): void {
    this.blockBelow = null;
    this.enterIdle();
  }

  /** Ends text editing; false during a gesture, and while a tool is editing. */
  private endTextEditing(): boolean {
    this.stopTextEditing();
    const { name } = this.mode;
    return name === 'layout' || name === 'pressing' || (name === 'tool' && !this.host.isInProgress);
  }

  private addStrokes(select: boolean): Result<string | null, EditorRefusal> {
    const session = this.drawing;
    session.end();
    if (!this.isDrawing || session.strokes.length === 0) return ok(null);
    const { host } = this;
    return host.act(() => {
      const added = host.inProgress.edit(addDrawing, session.strokes, { select });
      if (added.ok) {
        session.clear();
        this.lastDrawing = added.value;
      } else host.refused.emit(added.code);
      return added;
    });
  }

  private handle(event: ParsedInput, hostOnly: boolean): boolean {
    if ('pointerType' in event && event.pointerType !== 'touch')
      this.pointer = { x: event.x, y: event.y };
    return handleWith(this.state, event, hostOnly);
  }
}

/**
 * Offers a key to the host. Has the state handle a key that the host has not handled, and all other
 * events, unless `hostOnly` is set.
 */
function handleWith(state: ModeState, event: ParsedInput, hostOnly = false): boolean {
  if (event.type === 'keydown' && state.offer?.(event) === true) return true;
  if (!hostOnly) state.handle(event);
  return false;
}
