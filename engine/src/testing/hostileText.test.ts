import { expect } from 'chai';
import fc from 'fast-check';
import { findDefinition } from '../blocks/builtinBlocks.ts';
import { detectEmbed } from '../blocks/embeds.ts';
import { hasClipboardBlocks, parseClipboardText } from '../clipboard/clipboardText.ts';
import { routePaste } from '../clipboard/routePaste.ts';
import { parseAutosaveEnvelope } from '../autosave/autosaveEnvelope.ts';
import { decodeDrawing } from '../drawing/decodeDrawing.ts';
import { encodeDrawing } from '../drawing/encodeDrawing.ts';
import { isAssetUrl, isTemporaryUrl } from '../links/assetUrl.ts';
import { checkHyperlink } from '../links/hyperlink.ts';
import { detectLink, LINK_PLATFORMS } from '../platforms/platforms.ts';
import { contrastRatio, isColor, normalizeColor, readableTextColor } from '../model/colors.ts';
import { cleanHtmlId } from '../model/htmlIds.ts';
import { checkPageSlug, slugOfPath } from '../model/pageSlug.ts';
import { readBackground } from '../migrations/legacy/readBackground.ts';
import { fontSizeInput } from '../text/TextStyle.ts';
import { numberInput } from '../validation/numberInput.ts';
import { plainFromRichText, richTextFromPlain } from '../text/richText.ts';
import { expectTypedOutcome } from './expectTypedOutcome.ts';
import { hostileText, longTexts } from './hostileJson.ts';

/** Each function that reads strings, with an invariant of its result. */
const readers: Readonly<Record<string, (text: string) => void>> = {
  detectLink: (text) => {
    const platform = detectLink(text);
    if (platform) expect(LINK_PLATFORMS).to.include(platform);
  },
  detectEmbed: (text) => {
    const embed = detectEmbed(text);
    if (!embed) return;
    const { content } = findDefinition(embed.type) ?? {};
    expect(content?.safeParse(embed.content).success, embed.type).to.equal(true);
    expect(checkHyperlink(text), 'the URL must be valid in browsers too').to.equal(null);
  },
  decodeDrawing: (text) => {
    const codes = ['drawing_invalid', 'drawing_too_large', 'drawing_newer_version'];
    for (const encoded of [text, encodeDrawing([]) + text])
      expectTypedOutcome(() => decodeDrawing(encoded), { codes });
  },
  checkHyperlink: (text) => {
    if (checkHyperlink(text) !== null) return;
    const link = text.trim();
    expect(link).to.match(/^(?:#|\/(?!\/)|https?:|mailto:|tel:)/i);
    expect(new URL(link, 'https://page.example').protocol).to.match(
      /^(?:https?|mailto|tel):$/,
      link,
    );
    if (/^[#/]/.test(link))
      expect(new URL(link, 'https://page.example').host).to.equal('page.example', link);
  },
  normalizeColor: (text) => {
    const color = normalizeColor(text);
    if (color !== null) expect(color).to.match(/^#(?:[\dA-F]{6}|[\dA-F]{8})$/);
  },
  contrastRatio: (text) => {
    expect(contrastRatio(text, '#FFFFFF')).to.be.within(1, 21);
    expect(['#000000', '#FFFFFF']).to.include(readableTextColor(text));
  },
  isColor: (text) => {
    if (isColor(text)) expect(text).not.to.match(/[;{}"'<>\\:]|\/\*/);
  },
  cleanHtmlId: (text) => {
    expect(cleanHtmlId(text)).to.match(/^[\w-]*$/);
  },
  assetUrls: (text) => {
    expect(isAssetUrl(text) && isTemporaryUrl(text)).to.equal(false);
    if (isAssetUrl(text)) expect(text).not.to.match(/["'<>\\\s]/);
  },
  checkPageSlug: (text) => {
    checkPageSlug(text);
  },
  slugOfPath: (text) => {
    const slug = slugOfPath(text);
    if (slug !== null) expect(checkPageSlug(slug)).to.equal(null);
  },
  richTextFromPlain: (text) => {
    const doc = richTextFromPlain(text);
    expect(plainFromRichText(doc)).to.equal(text);
  },
  routePaste: (text) => {
    const route = routePaste({ text }, { isEditing: true, canEdit: true, isTyping: false });
    if (route.ok && route.value.kind === 'text')
      expect(route.value.text.length).to.be.within(1, 100_000);
    if (route.ok && 'href' in route.value) expect(checkHyperlink(route.value.href)).to.equal(null);
  },
  fontSizeInput: (text) => {
    expect(fontSizeInput.parse(text) ?? 10).to.be.within(10, 1000);
  },
  numberInput: (text) => {
    expect(numberInput(text)).to.satisfy(Number.isFinite);
  },
  'the background of an old page': (text) => {
    for (const each of [text, `url(${text}`, `url(${text})`])
      expect(readBackground(each)?.['imageUrl'] ?? '/assets/a').to.satisfy(isAssetUrl);
  },
  parseClipboardText: (text) => {
    const marked = `<!--cobble-blocks-start-->${text}<!--cobble-blocks-end-->`;
    expect(hasClipboardBlocks(marked)).to.equal(true);
    expectTypedOutcome(() => parseClipboardText(marked), { codes: ['clipboard_invalid'] });
  },
  parseAutosaveEnvelope: (text) => {
    expect(parseAutosaveEnvelope(text)).to.equal(null);
  },
};

describe('hostile strings', () => {
  for (const [name, read] of Object.entries(readers)) {
    it(`passed to ${name} give a result (law) [J4]`, () => {
      fc.assert(
        fc.property(hostileText, (text) => {
          read(text);
        }),
        { numRuns: 300 },
      );
    });

    it(`passed to ${name} give a result at any length [J3]`, () => {
      for (const text of longTexts) read(text);
    });
  }
});
