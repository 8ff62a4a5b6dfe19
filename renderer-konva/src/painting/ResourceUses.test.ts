import type { Block } from '@cobble/engine';
import { expect } from 'chai';
import { createTranslate } from '../messages/translate.ts';
import { interfaceMessage } from '../paint/interfaceText.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import { plainResources } from '../testing/recordingTarget.ts';
import { ResourceUses } from './ResourceUses.ts';

function makeImage(): Block {
  const position = { x: 0, y: 0, width: 1, height: 1, rotationDeg: 0, zIndex: 1 };
  return { uuid: 'b', type: 'image', position, properties: {}, styles: {}, content: { url: '' } };
}

describe('the resources of painters on the canvas', () => {
  it('include everything that the host provides, as it is now', () => {
    let lang = 'en';
    const inner: PaintResources = {
      ...plainResources(),
      t: createTranslate({ stickyNotePlaceholder: 'Hier tippen ...' }),
      isSafeMode: true,
      get lang() {
        return lang;
      },
    };
    const { resources } = new ResourceUses(inner);
    expect(interfaceMessage(resources, 'stickyNotePlaceholder')).to.equal('Hier tippen ...');
    expect(resources.isSafeMode).to.equal(true);
    lang = 'de';
    expect(resources.lang).to.equal('de');
  });

  it('are recorded with the block that used them, until they are taken', () => {
    const uses = new ResourceUses({
      ...plainResources(),
      kitPainter: () => null,
      isUploadInterrupted: () => true,
    });
    uses.begin('a');
    uses.resources.image('/assets/a.jpg');
    uses.resources.kitPainter?.('weather');
    uses.begin('b');
    uses.resources.image('/assets/a.jpg');
    expect(uses.resources.isUploadInterrupted?.(makeImage())).to.equal(true);
    expect(uses.resources.texts).to.be.an('object');
    expect([...uses.takeUsers('image:/assets/a.jpg')]).to.eql(['a', 'b']);
    expect([...uses.takeUsers('kit:weather')]).to.eql(['a']);
    expect([...uses.takeUsers('texts')]).to.eql(['b']);
    expect([...uses.takeUsers('uploads')]).to.eql(['b']);
    expect([...uses.takeUsers('texts')]).to.eql([]);
  });
});
