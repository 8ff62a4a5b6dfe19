import { createBlankPage, type Page } from '@cobble/engine';
import { renderPage } from '@cobble/renderer-static';
import { expect } from 'chai';
import fc from 'fast-check';
import { metaTagSchema, siteSettingsSchema } from './site.ts';

const codeOf = (settings: unknown): unknown => {
  const { success, error } = siteSettingsSchema.safeParse(settings);
  if (success) return null;
  const [issue] = error.issues;
  return issue?.code === 'custom' ? issue.params?.['code'] : issue?.code;
};

describe('siteSettingsSchema', () => {
  it('accepts valid settings, and empty ones', () => {
    expect(
      codeOf({
        faviconImageURL: '/assets/00112233445566778899aabbccddeeff.png',
        shareImageURL: 'https://example.org/a.png',
        googleAnalytics4ID: 'G-ABCDE12345',
        hideAttribution: true,
        metaTags: [{ name: 'google-site-verification', content: '"x" <y>' }],
      }),
    ).to.equal(null);
    expect(
      codeOf({ faviconImageURL: null, shareImageURL: null, googleAnalytics4ID: '', metaTags: [] }),
    ).to.equal(null);
    expect(codeOf({})).to.equal(null);
  });

  it('names the invalid setting [PL7]', () => {
    for (const [field, code, ...values] of [
      [
        ...['faviconImageURL', 'site_invalid_favicon', 'javascript:alert(1)', 'data:image/png;,'],
        ...['http://example.org/a.png', '/assets/../x', '/api/account', '//evil.org/a.png', 3],
      ],
      ['shareImageURL', 'site_invalid_share_image', 'https://x"y', {}, 'https:// x'],
      ['googleAnalytics4ID', 'site_invalid_analytics_id', 'G-abcde12345', 'UA-1', 'G-ABC', 7],
      [
        ...['metaTags', 'site_invalid_meta_tags', 'x', [{ name: 'viewport', content: '' }], [{}]],
        ...[[{ name: 'a b', content: '' }], [{ name: 'Referrer', content: 'unsafe-url' }]],
      ],
      ['isPublic', 'site_unsupported_settings', true],
    ] as const)
      for (const value of values) expect(codeOf({ [field]: value }), field).to.equal(code);
  });

  it('accepts only the names of meta tags that are rendered', () => {
    const blank = createBlankPage({ slug: 'main', createId: () => 'a' });
    const isRendered = (name: string): boolean => {
      const metaTags = [{ name, content: 'my content' }];
      return renderPage(blank as unknown as Page, { site: { metaTags } }).html.includes(
        'my content',
      );
    };
    const isAccepted = (name: string): boolean =>
      metaTagSchema.safeParse({ name, content: 'x' }).success;
    for (const name of [
      'robots',
      'Google-Site-Verification',
      'fediverse:creator',
      'p:domain_verify',
    ])
      expect([isAccepted(name), isRendered(name)], name).to.deep.equal([true, true]);
    for (const name of ['viewport', 'refresh', 'theme-color', 'description', 'og:title', ' robots'])
      expect([isAccepted(name), isRendered(name)], name).to.deep.equal([false, false]);
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(isAccepted(name)).to.equal(isRendered(name));
      }),
      { numRuns: 50, seed: 4 },
    );
  });

  it('accepts or rejects any JSON without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        siteSettingsSchema.safeParse(json);
      }),
    );
  });
});
