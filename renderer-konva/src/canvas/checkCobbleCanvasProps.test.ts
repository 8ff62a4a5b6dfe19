import { CobbleError, createEditor, createPage } from '@cobble/engine';
import { expect } from 'chai';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { CobbleCanvas } from './CobbleCanvas.tsx';

const editor = createEditor({ page: createPage() });
const none = (): void => undefined;
const render = (props: object): string =>
  renderToString(createElement(CobbleCanvas, { editor, ...props } as never));

describe('a wrong prop of <CobbleCanvas/>', () => {
  const wrong: readonly (readonly [path: string, message: string, props: object])[] = [
    ['safemode', 'did you mean safeMode?', { safemode: true }],
    ['services', 'is not a prop of <CobbleCanvas>; its props are editor, font', { services: {} }],
    ['page', 'it is an option of createEditor', { page: createPage() }],
    ['zoom', 'must be a number', { zoom: '1.5' }],
    ['zoom', 'must be a number', { zoom: NaN }],
    ['windowWidthPx', 'must be a number', { windowWidthPx: '800' }],
    ['windowWidthPx', 'must be a number', { windowWidthPx: null }],
    ['fonts', 'must be a function', { fonts: ['Inter'] }],
    ['imageVariants', 'must be a function', { imageVariants: {} }],
    ['posts', 'must be a function', { posts: [] }],
    ['onFiles', 'must be a function', { onFiles: true }],
    ['style', 'must be an object', { style: 'height: 100%' }],
    ['style', 'must be an object, not a list', { style: [{ height: 1 }] }],
    ['room', 'must be the result of createRoomClient', { room: 'page-7' }],
    ['room', 'must be the result of createRoomClient', { room: { peers: new Map() } }],
    ['advanced', 'must be a boolean', { advanced: 'yes' }],
    ['locale', 'must be a BCP 47 language tag that Intl accepts', { locale: 'de_DE' }],
    ['messages', 'must be an object, not a list', { messages: [] }],
    ['messages.noPost', 'did you mean noPosts?', { messages: { noPost: 'x' } }],
    ['messages.noPosts', 'must be a string', { messages: { noPosts: 1 } }],
    ['messages.canvasLabel_one', 'is not a message', { messages: { canvasLabel_one: 'x' } }],
  ];
  for (const [path, message, props] of wrong)
    it(`is named, because it would have no effect: ${path}, ${message} [J12, J13]`, () => {
      expect(() => render(props))
        .to.throw(CobbleError, `${path} `)
        .with.deep.include({ code: 'input_invalid', details: { path } });
      expect(() => render(props)).to.throw(message);
    });

  it('is not one that the compiler accepts, or that is left out [J12, J13]', () => {
    for (const props of [
      { zoom: undefined, messages: undefined, 'data-testid': 'x', className: 'page', style: {} },
      { zoom: 0, windowWidthPx: NaN, posts: none, onSelectionRect: none, fonts: none },
      { messages: { noPosts: 'x', rotated_few: 'x', 'type.bell': 'x', 'shape.a b': 'x' } },
      { locale: 'zh-Hant-TW', messages: {}, room: null },
    ])
      expect(() => render(props), JSON.stringify(props)).not.to.throw();
  });
});
