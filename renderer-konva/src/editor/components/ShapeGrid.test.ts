import { SHAPES } from '@cobble/engine/shapes';
import { expect } from 'chai';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { en } from '../messages/en.ts';
import { ShapeGrid } from './ShapeGrid.tsx';

describe('ShapeGrid', () => {
  it('fills shapes as the canvas does, without holes where outlines overlap', () => {
    const html = renderToStaticMarkup(createElement(ShapeGrid, { onChoose: () => undefined }));
    expect(html).to.contain(`d="${SHAPES['pillow crab']?.path ?? ''}"`);
    expect(html).not.to.match(/fill-rule/);
  });

  it('has a name for each shape of the engine', () => {
    expect(Object.keys(en.shape)).to.have.members(Object.keys(SHAPES));
  });
});
