import { CobbleError, createEditor, createPage } from '@cobble/engine';
import { expect } from 'chai';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { CobbleEditor } from './CobbleEditor.tsx';

const editor = createEditor({ page: createPage() });
const none = (): void => undefined;
const storage = { getItem: () => null, setItem: none, removeItem: none };
const uploads = { maxMb: 1, upload: none };
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
    ['locale', 'must be a string', { locale: ['en'] }],
    ['home', 'must be an object', { home: '/' }],
    ['home.href', 'is missing', { home: {} }],
    ['home.onclick', 'did you mean onClick?', { home: { href: '/', onclick: none } }],
    ['services', 'must be an object', { services: 'all' }],
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
  ];
  for (const [path, message, props] of wrong)
    it(`is named, because it would have no effect: ${path} [J12, J13]`, () => {
      expect(() => render(props))
        .to.throw(CobbleError, path)
        .with.deep.include({ code: 'input_invalid', details: { path } });
      expect(() => render(props)).to.throw(message);
    });

  it('is not one that the compiler accepts, or that is left out [J12, J13]', () => {
    for (const props of [
      { safeMode: undefined, services: undefined, 'data-testid': 'x', children: null },
      { services: { storage: null, uploads: undefined, isSignedIn: false } },
      { services: { storage, uploads, log: none }, home: { href: '/', title: 'Home' } },
      { messages: { time: { minute_few: 'x' }, pageBar: { publish: 'Go' }, canvas: {} } },
    ])
      expect(() => render(props), JSON.stringify(props)).not.to.throw();
  });
});
