import { expect } from 'chai';
import fc from 'fast-check';
import { cleanHtmlId } from '../model/htmlIds.ts';
import { pageSettingsSchema } from '../model/Page.ts';
import { checkPageSlug, INDEX_SLUG, pageSlugSchema, slugOfPath } from '../model/pageSlug.ts';
import { propertiesSchema } from '../model/properties.ts';
import { checkSmartEmbed } from './checkSmartEmbed.ts';

describe('checkPageSlug', () => {
  const cases: readonly (readonly [slug: string, code: string | null, details?: object])[] = [
    ['about', null],
    ['About-2', null],
    ['a/b', null],
    [`${'a'.repeat(50)}/${'b'.repeat(49)}`, null],
    ['', 'page_slug_empty'],
    ['  ', 'page_slug_too_short'],
    ['a'.repeat(101), 'page_slug_too_long'],
    ['about/', 'page_slug_ends_in_slash', { first: 'about', last: 'last' }],
    ['a/b/', 'page_slug_ends_in_slash', { first: 'a', last: 'b' }],
    ['//', 'page_slug_ends_in_slash', { first: 'first', last: 'last' }],
    ['a b', 'page_slug_invalid_characters'],
    ['a_b', 'page_slug_invalid_characters'],
    ['ä', 'page_slug_invalid_characters'],
    ['a/b/c', 'page_slug_invalid_characters'],
    ['a'.repeat(51), 'page_slug_invalid_part'],
    [`a/${'b'.repeat(51)}`, 'page_slug_invalid_part'],
    ['/a', 'page_slug_invalid_part'],
  ];
  for (const [slug, code, details] of cases)
    it(`${code === null ? 'accepts' : `reports ${code} for`} '${slug.slice(0, 20)}' [V12]`, () => {
      const problem = checkPageSlug(slug);
      expect(problem?.code ?? null).to.equal(code);
      if (details) expect(problem?.details).to.deep.equal(details);
      expect(pageSlugSchema.safeParse(slug).success).to.equal(code === null);
    });

  it('suggests a valid slug for one that ends in a slash [V12]', () => {
    const typed = fc.string({ unit: fc.constantFrom('a', '/', '-', ' ', '_') });
    fc.assert(
      fc.property(typed, (start) => {
        const problem = checkPageSlug(`${start}/`);
        if (problem?.code !== 'page_slug_ends_in_slash') return;
        const { first, last } = problem.details as { first: string; last: string };
        expect(checkPageSlug(`${first}/${last}`)).to.equal(null);
      }),
    );
  });
});

describe('paths of a site', () => {
  const cases: readonly (readonly [path: string, slug: string | null])[] = [
    ['/', INDEX_SLUG],
    ['/MAIN/', INDEX_SLUG],
    ['/about', 'about'],
    ['/About/me', 'About/me'],
    ['/a_b.c', 'a-b/c'],
    ['//a//b/', 'a/b'],
    ['/%61', 'a'],
    ['/a/b/c', null],
    ['/a b', null],
    ['/%', null],
  ];
  for (const [path, slug] of cases)
    it(`${path} leads to ${String(slug)} [V12]`, () => {
      expect(slugOfPath(path)).to.equal(slug);
    });

  it('lead to the page whose slug they contain [V12]', () => {
    const part = fc.stringMatching(/^[A-Za-z0-9-]{1,50}$/);
    const slugs = fc.oneof(
      part,
      fc.tuple(part, part).map((parts) => parts.join('/')),
    );
    fc.assert(
      fc.property(slugs, (slug) => {
        if (checkPageSlug(slug) !== null || slug.toLowerCase() === INDEX_SLUG) return;
        expect(slugOfPath(`/${slug}`)).to.equal(slug);
      }),
    );
  });
});

describe('page titles and descriptions', () => {
  it('have at most 500 and 2000 characters, and an emoji is one [V13]', () => {
    const settings = { editorVersion: '0.7.0', referenceWidth: 600 };
    const isValid = (field: object): boolean =>
      pageSettingsSchema.safeParse({ ...settings, ...field }).success;
    for (const character of ['a', '😀'])
      for (const [length, isTitle, isDescription] of [
        [500, true, true],
        [501, false, true],
        [2000, false, true],
        [2001, false, false],
      ] as const) {
        const text = character.repeat(length);
        expect(isValid({ title: text }), `${character} ${String(length)}`).to.equal(isTitle);
        expect(isValid({ description: text })).to.equal(isDescription);
      }
  });
});

describe('HTML ids', () => {
  it('lose spaces, br tags, and everything but letters, digits, underscores and hyphens [V11]', () => {
    const typed = ['my id', 'a<br>b<BR/>c<br />d', 'a&nbsp;b\u00a0c', 'Ä-b_3!', '<script>', '#a.b'];
    expect(typed.map(cleanHtmlId)).to.deep.equal(['myid', 'abcd', 'abc', '-b_3', 'script', 'ab']);
  });

  it('are valid for a block, whatever was typed [V11]', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ minLength: 300, maxLength: 400 }),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const htmlId = cleanHtmlId(text);
        expect(cleanHtmlId(htmlId)).to.equal(htmlId);
        expect(propertiesSchema.safeParse({ htmlId }).success).to.equal(true);
      }),
    );
  });
});

describe('checkSmartEmbed', () => {
  it('requires an address other than the initial value [V14]', () => {
    for (const value of ['', '  ', 'https://', ' https:// '])
      expect(checkSmartEmbed(value, { prefilled: 'https://' })).to.deep.equal({
        ok: false,
        code: 'smart_embed_required',
      });
  });

  it('distinguishes invalid addresses from unsupported ones [V14]', () => {
    const code = (value: string): unknown => {
      const result = checkSmartEmbed(value);
      return result.ok ? null : result.code;
    };
    for (const value of [
      'youtube',
      'youtube.com/watch?v=x',
      'https://',
      'javascript:x',
      'ftp://a.b',
    ])
      expect(code(value), value).to.equal('smart_embed_invalid_url');
    for (const value of [
      'https://example.com',
      'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    ])
      expect(code(value), value).to.equal('smart_embed_unsupported');
  });

  it('returns the platform of a supported address [V14]', () => {
    const result = checkSmartEmbed(' https://www.youtube.com/watch?v=dQw4w9WgXcQ ');
    expect(result.ok && [result.value.platform, result.value.type]).to.deep.equal([
      'YouTube',
      'youtube',
    ]);
  });
});
