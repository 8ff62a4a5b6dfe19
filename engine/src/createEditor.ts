import { reaction, runInAction } from 'mobx';
import { findDefinition } from './blocks/builtinBlocks.ts';
import type { Kit } from './blocks/Kit.ts';
import type { DrawingPen } from './drawing/DrawingSession.ts';
import { checkChange, readChange, readPage, readStoredFields } from './editor/checkPage.ts';
import { readKitBlocks } from './parsing/readKitBlocks.ts';
import { createEdits, type Edits } from './editor/createEdits.ts';
import type {
  CommitHook,
  Editor,
  EditorConfiguration,
  EditorOptions,
  KeyCommand,
  RunOptions,
  Tool,
} from './editor/Editor.ts';
import { editedBlockOf, type EditorMode } from './editor/EditorMode.ts';
import type { EditorRefusal } from './editor/EditorRefusal.ts';
import { EditorState } from './editor/EditorState.ts';
import { remeasure } from './editor/commands/remeasure.ts';
import { type InputEvent, parseInputEvent } from './editor/InputEvent.ts';
import {
  orThrow,
  readBoolean,
  readCallOptions,
  readEntry,
  readFlags,
  readIds,
  readMark,
  readOption,
  readPoint,
  readString,
} from './editor/readArguments.ts';
import {
  checkListener,
  readConfiguration,
  readEditorOptions,
  readKeyCommands,
  readTool,
} from './editor/readEditorOptions.ts';
import { SelectedBlocks } from './editor/SelectedBlocks.ts';
import { type RoomAccess, ROOM_ACCESS } from './editor/roomAccess.ts';
import type { Block } from './model/Block.ts';
import { checkFunction, checkString, inputError, syncResult } from './model/inputError.ts';
import { type Change, diffPages, freezeChange, isEmptyChange } from './model/Change.ts';
import { isRecord } from './model/json.ts';
import type { Page, PageFields } from './model/Page.ts';
import type { Point } from './model/Position.ts';
import { ModeMachine } from './modes/ModeMachine.ts';
import type { RichText } from './text/richText.ts';

/**
 * Creates the headless editor of a page.
 *
 * @throws CobbleError, with code and path as in `parsePage`, if the page's structure or tree is
 *   invalid; `input_invalid` for a missing page, an option of the wrong type, or an unknown option
 *   (details: `path`); `kit_invalid` for invalid kits. Blocks of older versions of kits are migrated,
 *   and those that their kits cannot read are logged. The content of other blocks is not validated:
 *   parse pages from outside with `parsePage` first
 */
export function createEditor<const Kits extends readonly Kit[] = readonly []>(
  options: EditorOptions<Kits>,
): Editor<Kits[number]> {
  const state = new EditorState(readEditorOptions(options));
  const modes = new ModeMachine(state);
  const edits = createEdits(state, () => {
    if (!state.inProgress.isOutsideHistory) modes.stopTextEditing();
  });
  // After Object.assign, V8 keeps the editor as a hash table, and each read takes ten times as
  // long.
  const editor: Editor<Kit> = Object.defineProperties(
    new PageEditor(state, modes),
    Object.getOwnPropertyDescriptors(edits),
  ) as PageEditor & Edits;
  // The narrower type only adds the types of the content, which the definitions check.
  return editor;
}

/** What a room client may do with an editor. */
function createRoomAccess(state: EditorState, modes: ModeMachine): RoomAccess {
  return {
    get isShared() {
      return state.isShared;
    },
    set isShared(isShared) {
      state.isShared = isShared;
    },
    checkMayEdit: () => state.checkMayEdit(),
    applyRemote(change, options = {}) {
      checkChange(change);
      const { hasPublishableChanges = true } = orThrow(readFlags(options, PUBLISHABLE));
      state.act(() => {
        const isTextTaken = modes.isTextTakenBy(change);
        state.applyRemote(change, hasPublishableChanges);
        // Afterwards: this commits the rest of the edit, which the change must not overwrite.
        modes.yieldText(isTextTaken);
      });
    },
    followChanges: (follower) => state.followChanges(follower),
    takeStartPage: () => state.takeStartPage(),
    isMigration: (reported) => state.isMigration(reported),
    setDecisions(room) {
      state.history.room = room;
    },
    effectsChanged: () => state.history.pageChanged(),
    setAside: (reported) => state.history.setAside(reported),
    stableBlock: (uuid) => state.store.stableBlock(uuid),
    uploads: state.uploads,
  };
}

const PUBLISHABLE = ['hasPublishableChanges'] as const;

/** Implements the rest of `Editor`, which documents the members, and validates arguments once. */
class PageEditor implements Omit<Editor<Kit>, keyof Edits> {
  private readonly state: EditorState;
  private readonly modes: ModeMachine;
  readonly [ROOM_ACCESS]: RoomAccess;
  private readonly selected: SelectedBlocks;

  constructor(state: EditorState, modes: ModeMachine) {
    this.state = state;
    this.modes = modes;
    this[ROOM_ACCESS] = createRoomAccess(state, modes);
    this.selected = new SelectedBlocks(state);
  }

  /**
   * The modes, for a call that may begin or end one.
   *
   * @throws CobbleError `input_invalid` in an edit outside the history, and in a function of the
   *   environment or of a kit
   */
  private modesFor(call: string): ModeMachine {
    this.state.checkMayEdit();
    this.state.inProgress.checkNotOutsideHistory(call);
    return this.modes;
  }

  /** The modes, for a call that ends the edit in progress. */
  private modesToEnd(call: string): ModeMachine {
    const modes = this.modesFor(call);
    this.state.inProgress.checkNotRunning(call);
    return modes;
  }

  /**
   * The edit in progress, for a call that begins or ends one.
   *
   * @throws CobbleError `input_invalid` in a function of the environment or of a kit
   */
  private get inProgress(): EditorState['inProgress'] {
    this.state.checkMayEdit();
    return this.state.inProgress;
  }

  // The page

  get page() {
    return this.state.store.page;
  }
  get stablePage() {
    return this.state.store.stablePage;
  }
  get blocks() {
    return this.state.blocks;
  }
  get fields() {
    return this.state.fields;
  }
  get kits() {
    return this.state.kits;
  }
  get environment() {
    return this.state.environment;
  }
  get permissions() {
    return this.state.permissions;
  }
  get maxBlocks() {
    return this.state.maxBlocks;
  }
  get hasPublishableChanges() {
    return this.state.hasPublishableChanges;
  }
  definitionOf(of: string | Block) {
    if (typeof of === 'string') return this.state.definitionOf(of);
    const [type, content] = [readOption(of, 'type'), readOption(of, 'content')];
    const contentVersion = readOption(of, 'contentVersion') as number | undefined;
    checkString('of', type, 'must be a block or its type');
    if (!isRecord(content)) return null;
    return this.state.definitionOf({ type, content, contentVersion });
  }
  get sectionIds() {
    return this.state.layout.sectionIds;
  }
  childrenOf(parentUuid: string) {
    checkString('parentUuid', parentUuid);
    return this.state.layout.childrenOf(parentUuid);
  }
  boxOf(uuid: string) {
    checkString('uuid', uuid);
    return this.state.layout.boxOf(uuid);
  }
  hitTest(point: Point, options?: { below?: string; includeSections?: boolean }) {
    const types = { below: 'string', includeSections: 'boolean' } as const;
    const read = orThrow(readCallOptions(options, types));
    return this.state.hitTest(orThrow(readPoint('point', point)), read);
  }
  get index() {
    return this.state.index;
  }

  // Selection

  get selection() {
    return this.state.selection.ids;
  }
  get selectedBlocks() {
    return this.selected.blocks;
  }
  get selectionBox() {
    return this.selected.bounds;
  }
  get hoveredId() {
    return this.state.selection.hoveredId;
  }
  select(uuids: string | Iterable<string>) {
    this.state.select(orThrow(readIds(uuids)));
  }
  selectAll() {
    this.state.selectAll();
  }
  clearSelection() {
    this.state.select([]);
  }
  hover(uuid: string | null) {
    this.state.hover(uuid === null ? null : orThrow(readString('uuid', uuid)));
  }

  // In-progress edits and history

  get isInProgress() {
    return this.state.isInProgress;
  }
  begin(label?: string) {
    return this.inProgress.beginStep(
      label === undefined ? null : orThrow(readString('label', label)),
    );
  }
  commit(begun?: number) {
    const change = this.inProgress.endStep('commit', orThrow(readMark(begun)));
    return change && freezeChange(change);
  }
  cancel(begun?: number) {
    this.inProgress.endStep('cancel', orThrow(readMark(begun)));
  }
  run<Value>(edits: () => Value, options?: RunOptions) {
    checkFunction('edits', edits);
    const types = { label: 'string', history: 'boolean' } as const;
    const { label, history } = orThrow(readCallOptions(options, types));
    const { inProgress } = this;
    const runEdits = (): Value => syncResult('edits', edits());
    if (history !== false) return inProgress.run(runEdits, label ?? null);
    return this.state.act(() => {
      try {
        return inProgress.runOutsideHistory(runEdits);
      } finally {
        // Someone else may have locked the block whose text is being edited.
        this.modes.yieldText();
      }
    });
  }
  get history() {
    return this.state.history.list;
  }
  jumpTo(entry: number | null) {
    return this.modesToEnd('jumpTo').jumpTo(orThrow(readEntry(entry)));
  }
  get progress() {
    return this.state.store.progressChange;
  }
  get canUndo() {
    return this.drawing?.canUndo ?? (this.permissions.canEdit && this.state.history.canUndo);
  }
  get canRedo() {
    return this.drawing?.canRedo ?? (this.permissions.canEdit && this.state.history.canRedo);
  }
  undo() {
    return this.modesToEnd('undo').undo();
  }
  redo() {
    return this.modesToEnd('redo').redo();
  }
  remeasure(isStale: (block: Block) => boolean) {
    checkFunction('isStale', isStale);
    this.modesToEnd('remeasure');
    remeasure(this.state, isStale);
  }
  onBeforeCommit(hook: CommitHook) {
    return this.state.inProgress.onBeforeCommit(checkListener(hook));
  }
  onChange(listener: Parameters<Editor<Kit>['onChange']>[0]) {
    return this.state.changed.listen(checkListener(listener));
  }
  recordChanges(recorder: Parameters<Editor<Kit>['recordChanges']>[0]) {
    return this.state.recordChanges(checkListener(recorder));
  }

  // Input and modes

  get mode() {
    return this.modes.mode;
  }
  get isPenInUse() {
    return this.modes.isPenInUse;
  }
  get guides() {
    return this.modes.guides;
  }
  get marquee() {
    return this.modes.marquee;
  }
  dispatch(event: InputEvent, options?: { readonly hostOnly?: boolean }) {
    const flags = orThrow(readFlags(options, ['hostOnly']));
    const parsed = parseInputEvent(event);
    // Otherwise, a tool could miss a pointerdown and then get its pointerup.
    if (flags.hostOnly === true && parsed.type !== 'keydown')
      throw inputError('options.hostOnly', 'is for pressed keys (keydown) only');
    return this.modesToEnd('dispatch').dispatch(parsed, flags);
  }
  reset() {
    this.modesToEnd('reset').reset();
  }
  onRefusal(listener: (code: EditorRefusal) => void) {
    return this.state.refused.listen(checkListener(listener));
  }
  onSelectionChange(listener: (selection: ReadonlySet<string>) => void) {
    const read = () => this.selection;
    return watch(this.state, 'onSelectionChange', read, read, checkListener(listener));
  }
  onModeChange(listener: (mode: EditorMode) => void) {
    const read = () => this.mode;
    return watch(this.state, 'onModeChange', read, read, checkListener(listener));
  }
  onProgress(listener: (change: Change) => void) {
    const { store } = this.state;
    const read = () => (store.isInProgress ? store.observePage() : null);
    return watch(
      this.state,
      'onProgress',
      read,
      () => store.progressChange,
      checkListener(listener),
    );
  }
  startTool(tool: Tool) {
    return this.modesFor('startTool').startTool(readTool(tool));
  }
  stopTool() {
    this.modesFor('stopTool').stopTool();
  }
  bindKeys(commands: Readonly<Record<string, KeyCommand>>) {
    return this.modes.keys.bind(readKeyCommands(commands));
  }
  onMenu(listener: Parameters<Editor['onMenu']>[0]) {
    return this.state.menuRequested.listen(checkListener(listener));
  }
  startTextEditing(uuid: string) {
    checkString('uuid', uuid);
    return this.modesFor('startTextEditing').startTextEditing(uuid);
  }
  setEditedText(text: RichText | string) {
    return this.modesFor('setEditedText').setEditedText(text);
  }
  stopTextEditing() {
    this.modesFor('stopTextEditing').stopTextEditing();
  }
  get isTypewriterOn() {
    return this.modes.isTypewriterOn;
  }
  setTypewriter(on: boolean) {
    this.modes.setTypewriter(orThrow(readBoolean('on', on)));
  }
  get drawing() {
    return this.modes.isDrawing ? this.modes.drawing : null;
  }
  get drawingPen() {
    return this.modes.drawing.pen;
  }
  setDrawingPen(pen: Partial<DrawingPen>) {
    this.modes.setDrawingPen(pen);
  }
  startDrawing() {
    return this.modesFor('startDrawing').startDrawing();
  }
  commitDrawing() {
    return this.modesFor('commitDrawing').commitDrawing();
  }
  stopDrawing() {
    return this.modesFor('stopDrawing').stopDrawing();
  }

  // Configuration, loading, publishing and collaboration

  configure(options: Partial<EditorConfiguration>) {
    const change = readConfiguration(options);
    const kits = 'kits' in change ? this.state.readKits(change.kits) : undefined;
    const modes = this.modesFor('configure');
    if (kits) this.state.inProgress.checkNotAskingHooks('configure');
    this.state.act(() => {
      const edited = this.blocks.get(editedBlockOf(this.mode) ?? '');
      const isRetyped =
        edited && kits && findDefinition(edited.type, kits) !== this.definitionOf(edited.type);
      const isMigrating = kits !== undefined && this.isInProgress && this.state.migratesFor(kits);
      if (isRetyped || isMigrating || change.permissions?.canEdit === false) modes.finish();
      this.state.configure(kits ? { ...change, kits } : change);
    });
  }
  load(page: Page, options: { hasPublishableChanges?: boolean } = {}) {
    const modes = this.modesToEnd('load');
    const own = this.state.readPage(page);
    this.state.requireSharedPage(own);
    const { hasPublishableChanges = false } = orThrow(readFlags(options, PUBLISHABLE));
    runInAction(() => {
      modes.discard();
      this.state.load(own, hasPublishableChanges);
    });
  }
  markPublished(stored: Partial<PageFields>, sent?: Page) {
    const fields = readStoredFields(stored, this.fields);
    const own = sent === undefined ? null : readPage('sent', sent, this.kits);
    this.state.checkMayEdit();
    runInAction(() => {
      this.state.setStoredFields(fields);
      // Migrated like `sent`: in a room, the page may have blocks that the room has not migrated.
      const isEdited =
        own !== null &&
        !isEmptyChange(
          diffPages(
            { ...own, ...fields },
            readKitBlocks(this.stablePage, this.kits, () => undefined),
          ),
        );
      this.state.setPublishable(isEdited);
    });
  }
  applyRemote(change: Change, options?: { readonly hasPublishableChanges?: boolean }) {
    const room = this[ROOM_ACCESS];
    if (room.isShared)
      throw inputError('applyRemote', 'cannot be called while a room client shares the page');
    room.applyRemote(readChange('change', change), options);
  }
  amendHistory(reported: Change, applied: Change) {
    this.state.checkMayEdit();
    this.state.history.amend(reported, readChange('applied', applied));
  }
  get uploading() {
    return this.state.uploads.uploading;
  }
  get lockedByOthers() {
    return this.state.lockedByOthers;
  }
  setLockedByOthers(uuids: Iterable<string>) {
    const locked = orThrow(readIds(uuids));
    this.state.act(() => {
      this.state.setLockedByOthers(locked);
      this.modes.yieldText();
    });
  }
  onRemovedByOthers(listener: (block: Block) => void) {
    return this.state.removedByOthers.listen(checkListener(listener));
  }
}

/**
 * Binds a method of an editor when it is first read, so that hosts can pass it on, as in
 * `onClick={editor.undo}`: edits need no `this` either. Binding all methods of each new editor would
 * double the time that it takes to create one.
 */
function bindOnRead(name: string, method: (...args: never) => unknown): void {
  const define = (editor: PageEditor, value: unknown): unknown => {
    Object.defineProperty(editor, name, { value, configurable: true, writable: true });
    return value;
  };
  Object.defineProperty(PageEditor.prototype, name, {
    configurable: true,
    get(this: PageEditor) {
      // Debuggers read it from the prototype, too.
      return this === PageEditor.prototype ? method : define(this, method.bind(this as never));
    },
    set(this: PageEditor, replacement: unknown) {
      define(this, replacement);
    },
  });
}

for (const [name, { value }] of Object.entries(
  Object.getOwnPropertyDescriptors(PageEditor.prototype),
))
  if (typeof value === 'function' && name !== 'constructor')
    bindOnRead(name, value as (...args: never) => unknown);

/** {@link EventQueue.watch} for a value that MobX observes, which is checked after each action. */
function watch<Report>(
  { events }: EditorState,
  event: string,
  read: () => unknown,
  report: () => Report,
  listener: (value: Report) => void,
): () => void {
  const stopWatching = events.watch(event, read, report, listener);
  const stopReacting = reaction(read, () => {
    events.checkWatches();
  });
  return () => {
    stopReacting();
    stopWatching();
  };
}
