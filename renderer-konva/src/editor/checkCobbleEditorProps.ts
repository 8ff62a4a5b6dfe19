import { inputError } from '@cobble/engine';
import { checkEditorProp } from '../checkEditorProp.ts';
import { checkFields, checkProps, type PropType } from '../checkProps.ts';
import type { HomeLink } from './bars/HomeBar.tsx';
import type { CobbleEditorProps } from './CobbleEditorProps.ts';
import { en } from './messages/en.ts';
import type {
  EditorServices,
  PreferenceService,
  PublishingService,
  UploadService,
} from './services/EditorServices.ts';

type Types<Fields> = Readonly<Record<keyof Fields & string, PropType>>;

const PROPS: Types<CobbleEditorProps> = {
  editor: 'any',
  services: 'object',
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

const HOME: Types<HomeLink> = { href: 'string', onClick: 'function' };

const SERVICES: Types<Omit<EditorServices, 'storage'>> = {
  uploads: 'object',
  publishing: 'object',
  preview: 'function',
  fonts: 'object',
  preferences: 'object',
  notify: 'function',
  images: 'function',
  posts: 'function',
  isSignedIn: 'boolean',
};

/** The methods without which a service cannot work. */
const METHODS = {
  uploads: ['upload'] satisfies (keyof UploadService)[],
  publishing: ['publicUrl', 'publish', 'loadLatest'] satisfies (keyof PublishingService)[],
  preferences: ['setAdvancedMode', 'setRecentFonts'] satisfies (keyof PreferenceService)[],
  storage: ['getItem', 'setItem', 'removeItem'] satisfies (keyof Storage)[],
} as const;

/**
 * Checks the props of `<CobbleEditor/>`, whose mistakes would otherwise stay hidden: a misspelt
 * service is not offered, and a missing method is noticed only when it is called.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkCobbleEditorProps(props: CobbleEditorProps): void {
  checkEditorProp('CobbleEditor', props.editor);
  checkProps('CobbleEditor', props, PROPS);
  const { home, services, messages } = props;
  if (home) {
    checkFields('home', home, HOME);
    if ((home as Partial<HomeLink>).href === undefined) throw inputError('home.href', 'is missing');
  }
  if (services) checkServices(services);
  if (messages) checkMessages(messages);
}

function checkServices(services: EditorServices): void {
  const { storage } = services;
  checkFields('services', services, { ...SERVICES, storage: storage === null ? 'any' : 'object' });
  for (const [name, methods] of Object.entries(METHODS)) {
    const service = services[name as keyof typeof METHODS];
    for (const method of service ? methods : [])
      if (typeof Reflect.get(service as object, method) !== 'function')
        throw inputError(`services.${name}.${method}`, 'must be a function');
  }
}

/** The end of the key of a message that depends on a number. */
const PLURAL = /_(zero|one|two|few|many|other)$/;

function checkMessages(messages: object): void {
  checkFields('messages', messages, typesOf(Object.keys(en), 'object'));
  for (const [group, english] of Object.entries<object>(en)) {
    const texts = Reflect.get(messages, group) as object | undefined;
    // The canvas has its own messages, with keys of its own.
    if (!texts || group === 'canvas') continue;
    const stems = Object.keys(english).map((key) => key.replace(PLURAL, ''));
    const given = Object.keys(texts).filter((key) => stems.includes(key.replace(PLURAL, '')));
    const known = new Set([...Object.keys(english), ...given]);
    checkFields(`messages.${group}`, texts, typesOf(known, 'string'));
  }
}

function typesOf(names: Iterable<string>, type: PropType): Record<string, PropType> {
  return Object.fromEntries([...names].map((name) => [name, type]));
}
