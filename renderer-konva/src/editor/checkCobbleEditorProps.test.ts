import { CobbleError, createEditor, createPage } from '@cobble/engine';
import { expect } from 'chai';
import { createInstance } from 'i18next';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { CobbleEditor } from './CobbleEditor.tsx';
import { TestRoom } from './testing/TestRoom.ts';

const editor = createEditor({ page: createPage() });
const none = (): void => undefined;
const storage = { getItem: () => null, setItem: none, removeItem: none };
const uploads = { maxMb: 1, upload: none };
const publishing = { publicUrl: none, publish: none, loadLatest: none };
const preferences = {
  advancedMode: false,
  setAdvancedMode: none,
  recentFonts: [],
  setRecentFonts: none,
};
const shared = createEditor({ page: createPage() });
const otherRoom = new TestRoom().join().client;
const render = (props: object): string =>
  renderToString(createElement(CobbleEditor, { editor, ...props } as never));

describe('a wrong prop of <CobbleEditor/>', () => {
  const wrong: readonly (readonly [path: string, message: string, props: object])[] = [
    ['safemode', 'did you mean safeMode?', { safemode: true }],
    [
      'className',
      'is not a prop of <CobbleEditor>; its props are editor, services',
      { className: 'x' },
    ],
    ['safeMode', 'must be a boolean', { safeMode: 'yes' }],
    ['startsInPreview', 'must be a boolean', { startsInPreview: 1 }],
    ['fontBaseUrl', 'must be a string', { fontBaseUrl: null }],
    ['kits', 'it is an option of createEditor', { kits: [] }],
    ['locale', 'must be a string', { locale: ['en'] }],
    ['locale', 'must be a BCP 47 language tag that Intl accepts, such as', { locale: 'de_DE' }],
    ['locale', 'that Intl accepts', { locale: 'zh-min-nan' }],
    ['i18n', 'must be an object, not a promise', { i18n: createInstance().init() }],
    ['i18n.exists', 'must be a function', { i18n: { t: none } }],
    ['home', 'must be an object', { home: '/' }],
    ['home.href', 'is missing', { home: {} }],
    ['home.onclick', 'did you mean onClick?', { home: { href: '/', onclick: none } }],
    [
      'home.label',
      'does not exist; the fields of home are href, onClick',
      { home: { label: 'Back' } },
    ],
    ['home', 'must be an object, not a list', { home: ['/'] }],
    ['room', 'must be the result of createRoomClient', { room: 'page-7' }],
    ['room', 'must be the result of createRoomClient', { room: { listen: none } }],
    ['room', 'must be created with the same editor', { room: otherRoom }],
    ['services', 'must be an object', { services: 'all' }],
    ['services', 'must be an object, not a list', { services: [uploads] }],
    ['services', 'must be an object, not a promise', { services: Promise.resolve({ uploads }) }],
    [
      'services.analytics',
      'the fields of services are uploads, publishing',
      { services: { analytics: none } },
    ],
    ['services.uploads', 'must be an object, not a list', { services: { uploads: [] } }],
    [
      'services.uploads.maxMb',
      'must be a number',
      { services: { uploads: { ...uploads, maxMb: '5' } } },
    ],
    [
      'services.uploads.maxMb',
      'must be a number',
      { services: { uploads: { ...uploads, maxMb: NaN } } },
    ],
    [
      'services.uploads.maxMb',
      'is missing; it must be a number',
      { services: { uploads: { upload: none } } },
    ],
    [
      'services.publishing.isPublished',
      'must be a boolean',
      { services: { publishing: { ...publishing, isPublished: 1 } } },
    ],
    [
      'services.publishing.ispublished',
      'did you mean isPublished?',
      { services: { publishing: { ...publishing, ispublished: true } } },
    ],
    [
      'services.publishing.publishedPage',
      'must be an object',
      { services: { publishing: { ...publishing, publishedPage: 'main' } } },
    ],
    ['services.fonts.lookup', 'did you mean lookUp?', { services: { fonts: { lookup: none } } }],
    ['services.fonts.lookUp', 'must be a function', { services: { fonts: { lookUp: ['Inter'] } } }],
    [
      'services.fonts.hasPremium',
      'must be a boolean',
      { services: { fonts: { hasPremium: 'no' } } },
    ],
    [
      'services.preferences.recentFonts',
      'must be a list',
      { services: { preferences: { ...preferences, recentFonts: 'Inter' } } },
    ],
    [
      'services.preferences.advancedMode',
      'is missing',
      { services: { preferences: { ...preferences, advancedMode: undefined } } },
    ],
    ['services.upload', 'did you mean uploads?', { services: { upload: uploads } }],
    ['services.uploads.upload', 'must be a function', { services: { uploads: { maxMb: 1 } } }],
    ['services.preview', 'must be a function', { services: { preview: {} } }],
    [
      'services.storage.setItem',
      'must be a function',
      { services: { storage: { getItem: none } } },
    ],
    ['messages.pagebar', 'did you mean pageBar?', { messages: { pagebar: {} } }],
    [
      'messages.pageBar.publsh',
      'did you mean publish?',
      { messages: { pageBar: { publsh: 'x' } } },
    ],
    ['messages.pageBar.publish', 'must be a string', { messages: { pageBar: { publish: 1 } } }],
    ['messages', 'must be an object, not a list', { messages: [] }],
    ['messages.pageBar', 'must be an object', { messages: { pageBar: 'Go' } }],
    ['messages.pageBar', 'must be an object, not a list', { messages: { pageBar: ['Go'] } }],
    ['messages.colours', 'does not exist', { messages: { colours: {} } }],
    ['services.uploads.maxMb', 'is missing', { services: { uploads: () => uploads } }],
    ['services.fonts', 'must be an object', { services: { fonts: () => null } }],
    ['messages.pageBar.title', 'is not a message', { messages: { pageBar: { title: 'x' } } }],
    [
      'messages.pageBar.publish_few',
      'is not a message',
      { messages: { pageBar: { publish_few: 'x' } } },
    ],
    ['messages.canvas.noPost', 'did you mean noPosts?', { messages: { canvas: { noPost: 'x' } } }],
    ['messages.canvas.noPosts', 'must be a string', { messages: { canvas: { noPosts: null } } }],
  ];
  for (const [path, message, props] of wrong)
    it(`is named, because it would have no effect: ${path} [J12, J13]`, () => {
      expect(() => render(props))
        .to.throw(CobbleError, path)
        .with.deep.include({ code: 'input_invalid', details: { path } });
      expect(() => render(props)).to.throw(message);
    });

  it('is not one that the compiler accepts, or that is left out [J12, J13]', () => {
    class HostServices {
      readonly uploads = uploads;
      readonly analytics = none;
    }
    class StaticUploads {
      static readonly maxMb = 1;
      static readonly upload = none;
      readonly progress = 0;
    }
    for (const props of [
      { safeMode: undefined, services: undefined, 'data-testid': 'x', children: null },
      { services: { storage: null, uploads: undefined, isSignedIn: false } },
      { room: null },
      { room: new TestRoom().join({ editor: shared }).client, editor: shared },
      { services: { storage, uploads: { ...uploads, bucket: 'x' }, publishing, preferences } },
      {
        services: new HostServices(),
        home: { href: '/', onClick: undefined },
        i18n: createInstance(),
      },
      { services: { uploads: StaticUploads, publishing: Object.assign(() => 1, publishing) } },
      { services: { storage: new Proxy({}, { get: () => none }) } },
      { messages: { ago: { minute_few: 'x' }, pageBar: { publish: 'Go', edit: undefined } } },
      {
        messages: { canvas: { noPosts: 'x', rotated_few: 'x', 'altText.bell': 'x' } },
        locale: 'pt-BR',
      },
    ])
      expect(() => render(props), Object.keys(props).join()).not.to.throw();
  });

  it('is named without a list that is too long to read [J12]', () => {
    expect(() => render({ messages: { colours: {} } })).to.throw(
      /^messages.colours does not exist$/,
    );
  });

  it('is no private field of a class, even while the service that it holds is absent [J12]', () => {
    class Publishing {
      private _isPublished: boolean | undefined = undefined;
      readonly publicUrl = none;
      readonly loadLatest = none;
      get isPublished(): boolean | undefined {
        return this._isPublished;
      }
      publish(): void {
        this._isPublished = true;
      }
    }
    class Fonts {
      readonly hasPremium = true;
      private readonly lookup = new Map<string, null>();
      private refreshed = 0;
      count(): number {
        return this.lookup.size + this.refreshed++;
      }
    }
    class HostServices {
      readonly publishing = new Publishing();
      readonly fonts = new Fonts();
      private _uploads: typeof uploads | undefined = uploads;
      get uploads(): typeof uploads | undefined {
        return this._uploads;
      }
      signOut(): void {
        this._uploads = undefined;
      }
    }
    const services = new HostServices();
    const withAccessor = {
      _lookUp: undefined,
      get lookUp() {
        return this._lookUp;
      },
    };
    render({ services });
    services.signOut();
    render({ services });
    render({ services: { fonts: withAccessor } });
    expect(() => render({ services: { fonts: { _lookUp: none } } })).to.throw('did you mean');
  });
});
