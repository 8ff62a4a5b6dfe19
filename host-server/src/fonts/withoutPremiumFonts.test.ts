import type { Page } from '@cobble/engine';
import { expect } from 'chai';
import { withoutPremiumFonts } from './withoutPremiumFonts.ts';

describe('withoutPremiumFonts [PL3]', () => {
  const run = (family: string) => ({
    type: 'text',
    text: 'Lora',
    marks: [{ type: 'font_family', attrs: { family } }],
  });
  const page = {
    style: { font: 'Lora' },
    things: {
      plain: { type: 'text', content: { font: 'Lobster', text: 'Lora' } },
      field: { type: 'rich-button', content: { richButtonText: { font: 'Karla', text: 'Lora' } } },
      mark: { type: 'text', content: { text: { content: [run('Sora'), run('Lobster')] } } },
    },
  } as unknown as Page;

  it('replaces premium families in fields and marks, but not in text', () => {
    const { style, things } = withoutPremiumFonts(page);
    expect(style).to.deep.equal({ font: 'Lato' });
    expect(things['field']?.content).to.deep.equal({
      richButtonText: { font: 'Lato', text: 'Lora' },
    });
    expect(things['mark']?.content).to.deep.equal({
      text: { content: [run('Lato'), run('Lobster')] },
    });
    expect(Object.keys(things)).to.deep.equal(Object.keys(page.things));
  });

  it('keeps the records of blocks without premium fonts, so that they are not rendered again', () => {
    expect(withoutPremiumFonts(page).things['plain']).to.equal(page.things['plain']);
  });
});
