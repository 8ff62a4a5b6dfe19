// The editor with every message in brackets, or in English and with local copies at `#english`. At
// `#two`, two editors are shown one above the other, and `window.otherStore` is the store of the
// lower one. `#room` is like `#english` in a room, to which `window.inRoom` belongs.
import {
  ALL_PERMISSIONS,
  createEditor,
  defaultEnvironment,
  type Editor,
  type Page,
  VIEW_ONLY,
} from '@cobble/engine';
import { autorun, observable, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { toast } from 'react-toastify/unstyled';
import { blankPage } from '../../../testing/harness/samplePages.ts';
import { createTextMeasurers } from '../../../resources/browserTextLayouts.ts';
import { CobbleEditor } from '../../CobbleEditor.tsx';
import { useEditorStore } from '../../EditorStoreContext.ts';
import { en } from '../../messages/en.ts';
import type { EditorMessages } from '../../messages/Translate.ts';
import { brokenStorage, LoopbackRoom, type RoomMember } from '../LoopbackRoom.ts';
import type { EditorServices, PreviewService } from '../../services/EditorServices.ts';
import type { EditorStore } from '../../stores/EditorStore.ts';
import { useHostDialog } from '../../useCobbleEditor.ts';

declare global {
  interface Window {
    store: EditorStore;
    otherStore: EditorStore;
    /** The page that a child of the editor has stored last. */
    stored: WeakMap<EditorStore, Page | null>;
    /**
     * Mounts the component again, or unmounts it, as when a host navigates. `another-editor` changes
     * its prop, and `in-action` unmounts it within a MobX action; `prepare` gets another editor before
     * it is mounted.
     */
    remount: (
      how: 'unmounted' | 'in-action' | 'mounted' | 'strict' | 'another-editor',
      prepare?: (editor: Editor) => void,
    ) => void;
    /** Shows a toast that throws while it renders, as a toast of the host's own may. */
    showBrokenToast: () => void;
    /** Gives the upper editor a child for each entry, which says whether it has a dialog open. */
    setHostDialogs: (open: readonly boolean[]) => void;
    /** The editor's place in its room. */
    inRoom: RoomMember & { readonly room: LoopbackRoom; readonly storage: { fails: boolean } };
    /** What the preview service calls; by default, nothing is shown. */
    preview?: PreviewService;
  }
}

window.stored = new WeakMap();

const messages = Object.fromEntries(
  Object.entries(en).map(([group, texts]) => [
    group,
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, `[${text}]`])),
  ]),
) as EditorMessages;

const brokenToast = new Error('a broken toast');

function BrokenToast(): ReactNode {
  throw brokenToast;
}

window.showBrokenToast = () => void toast(<BrokenToast />);

const hostDialogs = observable.box<readonly boolean[]>([], { deep: false });

window.setHostDialogs = (open) => {
  // With the effects of the children.
  flushSync(() => {
    runInAction(() => {
      hostDialogs.set(open);
    });
  });
};

function HostDialog({ isOpen }: { readonly isOpen: boolean }) {
  useHostDialog(isOpen);
  return null;
}

const HostDialogs = observer(function HostDialogs() {
  return hostDialogs.get().map((isOpen, index) => <HostDialog key={index} isOpen={isOpen} />);
});

const isInRoom = location.hash === '#room';
const isEnglish = location.hash === '#english' || isInRoom;

const services: EditorServices = {
  uploads: { maxMb: 5, upload: () => new Promise(() => undefined) },
  publishing: {
    publicUrl: () => 'https://a.example/',
    publish: () => new Promise(() => undefined),
    loadLatest: () => new Promise(() => undefined),
  },
  preview: (...call) => (window.preview ? window.preview(...call) : () => undefined),
  ...(isEnglish && { storage: localStorage }),
};

function ExposeStore({ name }: { readonly name: 'store' | 'otherStore' }) {
  const store = useEditorStore();
  window[name] = store;
  // As in the README under "Saving".
  useEffect(() => {
    const save = () => {
      window.stored.set(store, store.storablePage);
    };
    const stop = autorun(save);
    return () => {
      stop();
      save();
    };
  }, [store]);
  return null;
}

const environment = { ...defaultEnvironment, ...createTextMeasurers() };
const permissions = location.hash === '#read-only' ? VIEW_ONLY : ALL_PERMISSIONS;
const newEditor = () => createEditor({ page: blankPage(), environment, permissions });
let editor = newEditor();
if (isInRoom) {
  const clock = {
    now: Date.now,
    after: (delayMs: number, run: () => void) => {
      const timer = setTimeout(run, delayMs);
      return () => {
        clearTimeout(timer);
      };
    },
  };
  const storage = brokenStorage();
  const room = new LoopbackRoom(blankPage(), clock);
  window.inRoom = { ...room.join({ editor, storage }), room, storage };
}
const other = newEditor();
const root = createRoot(document.getElementById('app') ?? document.body, {
  onCaughtError: (error) => {
    if (error !== brokenToast) reportError(error);
  },
});
let key = 0;

interface ShownEditorProps {
  readonly name: 'store' | 'otherStore';
  readonly editor: Editor;
}

function ShownEditor({ name, editor: shown }: ShownEditorProps) {
  return (
    <CobbleEditor
      editor={shown}
      services={services}
      room={isInRoom ? window.inRoom.client : null}
      home={{ href: '/' }}
      messages={isEnglish ? {} : messages}
      startsInPreview={location.hash === '#preview'}
    >
      <ExposeStore name={name} />
      {name === 'store' ? <HostDialogs /> : null}
    </CobbleEditor>
  );
}

/** Closes the room's client when the editor unmounts, in an effect of a parent. */
function RoomHost({ children }: { readonly children: ReactNode }) {
  useEffect(
    () => () => {
      if (isInRoom) window.inRoom.client.close();
    },
    [],
  );
  return children;
}

const half = { position: 'relative', height: '45vh' } as const;

window.remount = (how, prepare) => {
  if (how === 'in-action') {
    runInAction(() => {
      root.unmount();
    });
    return;
  }
  if (how === 'another-editor' || prepare) editor = newEditor();
  if (how !== 'another-editor') key += 1;
  prepare?.(editor);
  const shown = (
    <RoomHost key={key}>
      <ShownEditor name="store" editor={editor} />
    </RoomHost>
  );
  root.render(
    how === 'unmounted' ? null : how === 'strict' ? <StrictMode>{shown}</StrictMode> : shown,
  );
};
if (location.hash === '#two')
  root.render(
    <>
      <div style={half}>
        <ShownEditor name="store" editor={editor} />
      </div>
      <div style={half}>
        <ShownEditor name="otherStore" editor={other} />
      </div>
    </>,
  );
else window.remount('mounted');
