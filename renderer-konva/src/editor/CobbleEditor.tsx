import type { Editor } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useEndOfEditing, useEndOfEditingInRoom } from '../canvas/useEndOfEditing.ts';
import { AutosaveStore } from './autosave/AutosaveStore.ts';
import { thisTab } from './autosave/AutosaveTab.ts';
import { useAutosaveOnLeave } from './autosave/useAutosaveOnLeave.ts';
import { HomeBar, type HomeLink } from './bars/HomeBar.tsx';
import { PageBar } from './bars/PageBar.tsx';
import { ToolPicker } from './bars/ToolPicker.tsx';
import { useKeyboardInset } from './bars/useKeyboardInset.ts';
import { ZoomBar } from './bars/ZoomBar.tsx';
import { CanvasFrame } from './canvas/CanvasFrame.tsx';
import { checkCobbleEditorProps } from './checkCobbleEditorProps.ts';
import type { CobbleEditorProps } from './CobbleEditorProps.ts';
import { CrashFallback } from './CrashFallback.tsx';
import { InterfaceFonts } from './design/InterfaceFonts.tsx';
import { EditorDialogs } from './dialogs/EditorDialogs.tsx';
import { DrawingBar } from './drawing/DrawingBar.tsx';
import { EditorStoreContext } from './EditorStoreContext.ts';
import { useClipboard } from './keyboard/useClipboard.ts';
import { useKeyboard } from './keyboard/useKeyboard.ts';
import { BlockMenu } from './menu/BlockMenu.tsx';
import { createEditorI18n, EditorI18nContext, translateOf } from './messages/i18n.ts';
import { PhoneSaveIndicator, SaveAnnouncer } from './live/SaveIndicator.tsx';
import { PhonePeople } from './people/PeopleButtons.tsx';
import { PreviewFrame } from './preview/PreviewFrame.tsx';
import { readServices } from './services/readServices.ts';
import { EditorStore } from './stores/EditorStore.ts';
import { SectionToolbar } from './toolbar/SectionToolbar.tsx';
import { SelectionToolbar } from './toolbar/SelectionToolbar.tsx';
import { Toasts } from './ui/toast/Toasts.tsx';
import { TooltipProvider } from './ui/tooltip/Tooltip.tsx';
import { DropIndicator } from './upload/DropIndicator.tsx';
import { useFileDrop } from './upload/useFileDrop.ts';
import barStyles from './bars/chrome.module.css';
import styles from './CobbleEditor.module.css';

/**
 * A complete page editor: the canvas with its toolbars, pickers, panels, menus and dialogs. It
 * fills its container, which needs a position and a height. Load
 * `@cobble/renderer-konva/editor.css` once; the custom properties in it (`--cobble-color-accent`,
 * ...) are the theme.
 */
export function CobbleEditor(props: CobbleEditorProps) {
  checkCobbleEditorProps(props);
  const { safeMode, startsInPreview, messages, locale, i18n, room = null } = props;
  // The block types of kits are unknown here.
  const editor = props.editor as Editor;
  const hasToasts = props.services?.notify === undefined;
  const complete = useMemo(() => readServices(props.services), [props.services]);
  const [instance] = useState(() => i18n ?? createEditorI18n(messages, locale));
  const [store, setStore] = useState<EditorStore | null>(null);
  const latest = useRef(complete);
  useEffect(() => {
    latest.current = complete;
    store?.setServices(complete);
  }, [store, complete]);
  const latestRoom = useRef(room);
  useEffect(() => {
    latestRoom.current = room;
    store?.setRoom(room);
  }, [store, room]);
  // The store is created in an effect because React may mount a component twice.
  useEffect(() => {
    const services = latest.current;
    const t = translateOf(instance);
    const autosave = new AutosaveStore({
      storage: services.storage ?? null,
      tab: thisTab(),
      editor,
      now: Date.now,
      get kits() {
        return editor.kits;
      },
      onProblem: () => {
        // With a room, the save indicator says what is not stored.
        if (services.storage !== undefined && latestRoom.current === null)
          services.notify(t('autosave.failed'), { kind: 'error', durationMs: 7000 });
      },
    });
    const next = new EditorStore({
      editor,
      services,
      t,
      autosave,
      room: latestRoom.current,
      ...(startsInPreview === undefined
        ? {}
        : { mode: startsInPreview ? 'previewing' : 'editing' }),
      ...(safeMode === undefined ? {} : { safeMode }),
    });
    setStore(next);
    return () => {
      next.dispose();
      setStore(null);
    };
  }, [editor, instance, safeMode, startsInPreview]);
  // After the store is disposed of: it has stored the text in progress in the browser, or the user has
  // discarded the changes. In that case, it must not store the text when that is committed.
  useEndOfEditing(editor);
  useEndOfEditingInRoom(editor, room !== null);
  return (
    <EditorI18nContext value={instance}>
      <TooltipProvider>
        {store ? (
          <EditorStoreContext value={store}>
            <CrashFallback
              component="editor"
              onCrash={() => {
                store.autosave.flush();
              }}
            >
              <Workspace
                store={store}
                home={props.home}
                fontBaseUrl={props.fontBaseUrl ?? '/fonts'}
                assetBaseUrl={props.assetBaseUrl ?? ''}
              >
                {props.children}
              </Workspace>
            </CrashFallback>
          </EditorStoreContext>
        ) : null}
        {hasToasts ? <Toasts /> : null}
      </TooltipProvider>
    </EditorI18nContext>
  );
}

const Workspace = observer(function Workspace(props: {
  readonly store: EditorStore;
  readonly home: HomeLink | undefined;
  readonly fontBaseUrl: string;
  readonly assetBaseUrl: string;
  readonly children: ReactNode;
}) {
  const { store } = props;
  const { site, slug } = store.editor.fields;
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const root = useRef<HTMLElement>(null);
  useEffect(() => (root.current ? store.region.attach(root.current) : undefined), [store]);
  const fileDrop = useFileDrop(store, frame);
  useKeyboardInset();
  useKeyboard(store);
  useClipboard(store);
  useAutosaveOnLeave(store);
  const flushAutosave = () => {
    store.autosave.flush();
  };
  // In tab order: the bars at the top and the side, the page, and what floats over it.
  return (
    <main
      ref={root}
      className={`cobble-ui ${styles['workspace'] ?? ''}`}
      data-cobble-mode={store.mode}
      data-cobble-tucked={store.isDrawing}
      // React also calls them for popups and dialogs, which are elsewhere in the document.
      onFocusCapture={store.region.noteFocus}
      onPointerDownCapture={store.region.noteUse}
      {...fileDrop.handlers}
    >
      <InterfaceFonts baseUrl={props.fontBaseUrl} />
      <h1 className="visually-hidden">{`${site.slug}/${slug}`}</h1>
      <CrashFallback component="bars" onCrash={flushAutosave}>
        <div className={barStyles['top']}>
          <HomeBar home={props.home} />
          <PageBar />
          <PhoneSaveIndicator />
          <PhonePeople />
        </div>
        <SaveAnnouncer />
        {store.isEditing ? <ToolPicker /> : null}
      </CrashFallback>
      {store.editor.permissions.canEdit ? (
        <CrashFallback component="canvas" onCrash={flushAutosave}>
          <CanvasFrame
            onFrame={setFrame}
            fontBaseUrl={props.fontBaseUrl}
            assetBaseUrl={props.assetBaseUrl}
          />
        </CrashFallback>
      ) : null}
      {store.isEditing ? null : (
        <CrashFallback component="preview" onCrash={flushAutosave}>
          <PreviewFrame />
        </CrashFallback>
      )}
      <CrashFallback component="toolbars" onCrash={flushAutosave}>
        {store.isEditing ? (
          <>
            <SelectionToolbar frame={frame} />
            <SectionToolbar frame={frame} />
            <ZoomBar />
            <DrawingBar />
            <BlockMenu frame={frame} />
          </>
        ) : null}
        <DropIndicator isOver={fileDrop.isOver} />
      </CrashFallback>
      <EditorDialogs />
      {props.children}
    </main>
  );
});
