import { runInAction } from 'mobx';
import type { DrawingPen } from '../../drawing/DrawingSession.ts';
import { editedBlockOf } from '../../modes/EditorMode.ts';
import type { InputEvent } from '../../modes/InputEvent.ts';
import { ok, type Result } from '../../model/Result.ts';
import type { RichText } from '../../text/richText.ts';
import { refuseOverCap } from '../blockCap.ts';
import { addDrawing } from '../commands/addDrawing.ts';
import { canEditText, finishText, writeText } from '../commands/editText.ts';
import type { Editor, EditorRefusal } from '../Editor.ts';
import { checkListener } from '../readArguments.ts';
import { EditorEdits } from './EditorEdits.ts';

/**
 * The modes of an editor: gestures from input events, editing text, drawing, and which history undo
 * goes through in each.
 */
export abstract class EditorModes extends EditorEdits {
  /** The drawing that was kept last since Drawing was entered. */
  private lastKept: string | null = null;

  undo() {
    if (this.drawing) return this.input.drawing.undo();
    return this.isBetweenGestures() && this.state.undo();
  }
  redo() {
    if (this.drawing) return this.input.drawing.redo();
    return this.isBetweenGestures() && this.state.redo();
  }

  dispatch(event: InputEvent) {
    this.input.dispatch(event);
  }
  startTextEditing(uuid: string) {
    if (!canEditText(this.state, uuid)) return false;
    if (this.editedId() === uuid) return true;
    this.stopTextEditing();
    if (!this.stopDrawing().ok) return false;
    runInAction(() => {
      // A block that is being made and its first words are one entry of the history.
      if (!this.isInProgress) this.state.begin();
      this.state.selection.set([uuid]);
      this.input.showTextEditing(uuid);
    });
    return true;
  }
  setEditedText(text: RichText | string) {
    const uuid = this.editedId();
    if (uuid === null) return ok(null);
    if (!this.isInProgress) this.state.begin();
    const written = this.state.transact(() => writeText(this.state, uuid, text));
    if (!written.ok) this.state.emitRefusal(written.code);
    return written;
  }
  stopTextEditing() {
    const uuid = this.editedId();
    if (uuid === null) return;
    runInAction(() => {
      this.input.reset();
      finishText(this.state, uuid);
    });
  }

  setTypewriter(on: boolean) {
    const given: unknown = on;
    // A script may say 1 or null.
    this.input.setTypewriter(Boolean(given));
  }
  setDrawingPen(pen: Partial<DrawingPen>) {
    this.input.drawing.choose(pen);
    if (this.drawing) this.input.showDrawing();
  }
  startDrawing() {
    if (this.drawing) return true;
    if (!this.permissions.canEdit || !this.isBetweenGestures()) return false;
    const overCap = refuseOverCap(this.state, 1);
    if (overCap) {
      this.emitRefusal(overCap.code);
      return false;
    }
    runInAction(() => {
      this.setTypewriter(false);
      this.clearSelection();
      this.hover(null);
      this.lastKept = null;
      this.input.showDrawing();
    });
    return true;
  }
  commitDrawing() {
    return this.keepStrokes(false);
  }
  stopDrawing() {
    if (!this.drawing) return ok(null);
    const kept = this.keepStrokes(true);
    if (!kept.ok) return kept;
    this.input.reset();
    // What was drawn is what one goes on with, also when it was kept before.
    const last = this.lastKept;
    if (kept.value === null && last !== null && this.blocks.has(last)) this.select([last]);
    this.lastKept = null;
    return kept;
  }

  reset() {
    runInAction(() => {
      if (this.editedId() !== null) this.stopTextEditing();
      this.state.cancel();
      this.stopDrawing();
      this.input.drawing.clear();
      this.setTypewriter(false);
      this.input.reset();
      this.clearSelection();
      this.hover(null);
    });
  }

  onRefusal(listener: (code: EditorRefusal) => void) {
    checkListener(listener);
    return this.state.onRefusal(listener);
  }
  emitRefusal(code: EditorRefusal) {
    this.state.emitRefusal(code);
  }

  onMenu(listener: Parameters<Editor['onMenu']>[0]) {
    checkListener(listener);
    return this.input.onMenu(listener);
  }

  private editedId(): string | null {
    return editedBlockOf(this.mode);
  }

  private keepStrokes(select: boolean): Result<string | null, EditorRefusal> {
    const session = this.input.drawing;
    session.end();
    if (!this.drawing || session.strokes.length === 0) return ok(null);
    const { strokes } = session;
    const kept = this.state.transact(() => addDrawing(this.state, strokes, { select }));
    if (kept.ok) {
      session.clear();
      this.lastKept = kept.value;
    } else this.emitRefusal(kept.code);
    return kept;
  }

  /** Ends text editing; false while a gesture holds the page. */
  private isBetweenGestures(): boolean {
    this.stopTextEditing();
    return this.mode.name === 'layout' || this.mode.name === 'pressing';
  }
}
