export { createTextMeasurers } from '../resources/browserTextLayouts.ts';
export { CobbleEditor } from './CobbleEditor.tsx';
export type { CobbleEditorProps } from './CobbleEditorProps.ts';
export type { HomeLink } from './bars/HomeBar.tsx';
export type { SaveState } from './live/SaveState.ts';
export { keyLabel, parseKey } from './keyboard/KeyBinding.ts';
export { en } from './messages/en.ts';
export type { EditorMessages, MessageKey } from './messages/Translate.ts';
export type {
  EditorServices,
  FontService,
  PreferenceService,
  PreviewDocument,
  PreviewService,
  PublishingService,
  UploadedImage,
  UploadService,
} from './services/EditorServices.ts';
export type { NoticeAction, NoticeOptions, Notify } from './services/Notify.ts';
export { notify } from './services/toastNotice.tsx';
export {
  ServiceError,
  type ServiceErrorCode,
  type ServiceErrorOptions,
} from './services/ServiceError.ts';
export type { EditorSession, PublishOutcome, UnsavedWork } from './stores/EditorSession.ts';
export { useCobbleEditor, useHostDialog } from './useCobbleEditor.ts';
