import { inputError } from '@cobble/engine';
import type { RoomClient } from '@cobble/engine/collaboration';
import type { i18n } from 'i18next';
import { checkEditorProp } from '../checkEditorProp.ts';
import {
  checkAllFields,
  checkFields,
  checkLocale,
  checkProps,
  type PropTypes,
} from '../checkProps.ts';
import { checkCanvasMessages, checkMessages } from '../messages/checkMessages.ts';
import type { HomeLink } from './bars/HomeBar.tsx';
import type { CobbleEditorProps } from './CobbleEditorProps.ts';
import { en } from './messages/en.ts';
import type {
  EditorServices,
  FontService,
  PreferenceService,
  PublishingService,
  UploadService,
} from './services/EditorServices.ts';

const PROPS: PropTypes<CobbleEditorProps> = {
  editor: 'any',
  services: 'object',
  room: 'any',
  home: 'object',
  safeMode: 'boolean',
  startsInPreview: 'boolean',
  fontBaseUrl: 'string',
  assetBaseUrl: 'string',
  messages: 'object',
  locale: 'string',
  i18n: 'object',
  children: 'any',
};

const ROOM: PropTypes<Pick<RoomClient, 'listen' | 'flush' | 'dismissLostText' | 'pendingCount'>> = {
  listen: 'function',
  flush: 'function',
  dismissLostText: 'function',
  pendingCount: 'number',
};

const HOME: PropTypes<HomeLink> = { href: 'string', onClick: 'function' };

const SERVICES: PropTypes<EditorServices> = {
  uploads: 'service',
  publishing: 'service',
  preview: 'function',
  fonts: 'object',
  preferences: 'service',
  storage: 'service',
  notify: 'function',
  images: 'function',
  posts: 'function',
  isSignedIn: 'boolean',
};

const UPLOADS: PropTypes<UploadService> = { maxMb: 'number', upload: 'function' };

const PUBLISHING: PropTypes<Omit<PublishingService, 'isPublished' | 'publishedPage'>> = {
  publicUrl: 'function',
  publish: 'function',
  loadLatest: 'function',
};

const FONTS: PropTypes<FontService> = {
  lookUp: 'function',
  hasPremium: 'boolean',
  refresh: 'function',
};

const PREFERENCES: PropTypes<PreferenceService> = {
  advancedMode: 'boolean',
  setAdvancedMode: 'function',
  recentFonts: 'list',
  setRecentFonts: 'function',
};

const STORAGE: PropTypes<Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>> = {
  getItem: 'function',
  setItem: 'function',
  removeItem: 'function',
};

/** What an i18next instance has even before it is initialised. */
const I18N: PropTypes<Pick<i18n, 't' | 'exists' | 'on'>> = {
  t: 'function',
  exists: 'function',
  on: 'function',
};

/**
 * Checks the props of `<CobbleEditor/>`, whose mistakes would otherwise stay hidden: a misspelt
 * service is not offered, and a missing method is noticed only when it is called.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkCobbleEditorProps(props: CobbleEditorProps): void {
  checkEditorProp('CobbleEditor', props.editor);
  checkProps('CobbleEditor', props, PROPS);
  const { home, services, room, messages, locale, i18n } = props;
  if (home) checkAllFields('home', home, HOME, ['href']);
  if (services) checkServices(services);
  if (messages) checkEditorMessages(messages);
  if (room !== undefined && room !== null) checkRoom(room, props.editor);
  checkLocale(locale);
  if (i18n) checkFields('i18n', i18n, I18N, Object.keys(I18N));
}

function checkRoom(room: RoomClient, editor: CobbleEditorProps['editor']): void {
  const isObject = typeof (room as unknown) === 'object' && !Array.isArray(room);
  const methods = Object.keys(ROOM) as (keyof typeof ROOM)[];
  if (!isObject || methods.some((name) => typeof room[name] !== ROOM[name]))
    throw inputError('room', 'must be the result of createRoomClient');
  if (room.editor !== editor)
    throw inputError('room', 'must be created with the same editor: createRoomClient({ editor })');
}

function checkServices(services: EditorServices): void {
  const { uploads, publishing, fonts, preferences, storage } = services;
  const types = storage === null ? { ...SERVICES, storage: 'any' as const } : SERVICES;
  checkAllFields('services', services, types);
  if (uploads) checkFields('services.uploads', uploads, UPLOADS, Object.keys(UPLOADS));
  if (publishing) {
    const publishingTypes = {
      ...{ ...PUBLISHING, isPublished: 'boolean' as const },
      publishedPage: publishing.publishedPage === null ? ('any' as const) : ('object' as const),
    };
    checkFields('services.publishing', publishing, publishingTypes, Object.keys(PUBLISHING));
  }
  if (fonts) checkFields('services.fonts', fonts, FONTS);
  if (preferences)
    checkFields('services.preferences', preferences, PREFERENCES, Object.keys(PREFERENCES));
  if (storage) checkFields('services.storage', storage, STORAGE, Object.keys(STORAGE));
}

function checkEditorMessages(messages: object): void {
  const groups = Object.fromEntries(Object.keys(en).map((group) => [group, 'object' as const]));
  checkAllFields('messages', messages, groups);
  for (const [group, english] of Object.entries<object>(en)) {
    const texts = Reflect.get(messages, group) as object | undefined;
    const path = `messages.${group}`;
    if (texts && group === 'canvas') checkCanvasMessages(path, texts);
    else if (texts) checkMessages(path, texts, english);
  }
}
