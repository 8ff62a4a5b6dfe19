import { expect } from 'chai';
import { dateIn } from './language.ts';
import { pageSettingsSchema } from './Page.ts';

describe('A date on a page', () => {
  it('is in the language of the page', () => {
    expect(dateIn('de', '2026-03-01T23:30:00Z')).to.equal('01.03.2026');
  });

  it('is in English for a tag that pages accept and Intl rejects, so that the page renders', () => {
    const settings = { editorVersion: '0.7.0', referenceWidth: 600 };
    for (const lang of ['en-12', 'de-xx-yy-zz']) {
      expect(pageSettingsSchema.safeParse({ ...settings, lang }).success).to.equal(true);
      expect(dateIn(lang, '2026-03-01T23:30:00Z')).to.equal('Mar 1, 2026');
    }
  });
});
