import { expect } from 'chai';
import { setHyperlinkTargets } from './0.4.1.ts';
import { runMigrations } from './runMigrations.ts';

describe('targets of old hyperlinks', () => {
  it('are _self for the same site only, not for similar hosts', () => {
    const targetOf = (hyperlink: string): unknown => {
      const block = {
        uuid: 'a',
        type: 'shape',
        properties: { hyperlink },
        content: {},
        styles: {},
      };
      const context = { kits: [], siteHosts: new Set(['ada.example']), warn: () => undefined };
      const page = { things: [block] } as never;
      const [migrated] = runMigrations(page, [setHyperlinkTargets], context).things;
      return migrated?.properties.hyperlinkTarget;
    };
    for (const sameSite of ['#top', '/shop', 'https://ada.example/x'])
      expect(targetOf(sameSite), sameSite).to.equal('_self');
    for (const otherSite of [
      '//evil.example',
      'https://ada.example.evil.example',
      'mailto:a@b.example',
    ])
      expect(targetOf(otherSite), otherSite).to.equal('_blank');
  });
});
