import { CobbleError, createEditor, createPage, type Editor, type Kit } from '@cobble/engine';
import { expect } from 'chai';
import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { CobbleEditor } from './editor/CobbleEditor.tsx';
import { CobbleCanvas } from './canvas/CobbleCanvas.tsx';

const COMPONENTS: Readonly<Record<string, FunctionComponent<{ editor: Editor<Kit> }>>> = {
  CobbleEditor,
  CobbleCanvas,
};

describe('a component without an editor', () => {
  it('names the prop and what it expects, instead of an error from its own code [J13]', () => {
    const page = createPage();
    for (const [name, component] of Object.entries(COMPONENTS))
      for (const wrong of [
        undefined,
        null,
        {},
        page,
        Promise.resolve(createEditor({ page })),
        'x',
      ]) {
        const render = () => renderToString(createElement(component, { editor: wrong as never }));
        const hint = wrong === page ? ', not a page: createEditor({ page })' : '';
        expect(render)
          .to.throw(CobbleError, `editor of <${name}> must be the result of createEditor${hint}`)
          .with.deep.include({ code: 'input_invalid', details: { path: 'editor' } });
      }
  });
});
