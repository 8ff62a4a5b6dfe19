import type { Page } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { HomeBar } from './chrome/HomeBar.tsx';
import { PageBar } from './chrome/PageBar.tsx';
import { ToolPicker } from './chrome/ToolPicker.tsx';
import { UploadProgress } from './chrome/UploadProgress.tsx';
import { useKeyboardInset } from './chrome/useKeyboardInset.ts';
import { ZoomBar } from './chrome/ZoomBar.tsx';
import { CanvasFrame } from './canvas/CanvasFrame.tsx';
import { CrashFallback } from './CrashFallback.tsx';
import { EditorDialogs } from './dialogs/EditorDialogs.tsx';
import { LeaveGuard } from './dialogs/LeaveGuard.tsx';
import { DrawingBar } from './drawing/DrawingBar.tsx';
import { useEditorStore } from './EditorStoreContext.ts';
import { BlockMenu } from './menu/BlockMenu.tsx';
import { useClipboard } from './keyboard/useClipboard.ts';
import { useKeyboard } from './keyboard/useKeyboard.ts';
import { useConsoleEditor } from './open/useConsoleEditor.ts';
import { useFirstPage } from './open/useFirstPage.ts';
import { useKeepSafe } from './open/useKeepSafe.ts';
import { PreviewFrame } from './preview/PreviewFrame.tsx';
import { DropIndicator } from './upload/DropIndicator.tsx';
import { SectionToolbar } from './toolbar/SectionToolbar.tsx';
import { SelectionToolbar } from './toolbar/SelectionToolbar.tsx';
import styles from './EditorWorkspace.module.css';

/** The page on screen with all that floats around it. */
export const EditorWorkspace = observer(function EditorWorkspace(props: {
  readonly recovery: { readonly page: Page; readonly updatedAtMs: number } | null;
}) {
  const store = useEditorStore();
  const { site, slug } = store.editor.fields;
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  useKeyboardInset();
  useKeyboard(store);
  useClipboard(store);
  useConsoleEditor(store);
  useKeepSafe(store);
  useFirstPage(store, props.recovery === null);
  const keepCopy = () => {
    store.autosave.flush();
  };
  // In the order in which Tab goes: what is on top and at the side, the page, what floats on it.
  return (
    <main
      className={styles['workspace']}
      data-cobble-mode={store.mode}
      data-cobble-tucked={store.isDrawing}
    >
      <h1 className="visually-hidden">{`${site.slug}/${slug}`}</h1>
      <CrashFallback component="the bars" onCrash={keepCopy}>
        <HomeBar />
        <PageBar />
        {store.isEditing ? <ToolPicker /> : null}
      </CrashFallback>
      {store.editor.permissions.canEdit ? (
        <CrashFallback component="the canvas" onCrash={keepCopy}>
          <CanvasFrame onFrame={setFrame} />
        </CrashFallback>
      ) : null}
      {store.isEditing ? null : (
        <CrashFallback component="the preview" onCrash={keepCopy}>
          <PreviewFrame />
        </CrashFallback>
      )}
      <CrashFallback component="the toolbars" onCrash={keepCopy}>
        {store.isEditing ? (
          <>
            <SelectionToolbar frame={frame} />
            <SectionToolbar frame={frame} />
            <ZoomBar />
            <UploadProgress />
            <DrawingBar />
            <BlockMenu frame={frame} />
          </>
        ) : null}
        <DropIndicator frame={frame} />
      </CrashFallback>
      <EditorDialogs recovery={props.recovery} />
      <LeaveGuard />
    </main>
  );
});
