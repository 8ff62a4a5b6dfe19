import { expect } from 'chai';
import { CobbleError } from '../model/CobbleError.ts';
import type { Page } from '../model/Page.ts';
import { makeTestBlock, makeTestPage } from '../testing/makeTestPage.ts';
import { makeAutosaveEnvelope, parseAutosaveEnvelope, shouldRestore } from './autosaveEnvelope.ts';

const image = (uuid: string, content: object) => makeTestBlock(uuid, { type: 'image', content });

describe('autosaveEnvelope', () => {
  it('round-trips a page without the blocks that are uploading, and says how many they are [E39]', () => {
    const page = makeTestPage([
      image('stored', { url: '/assets/a.png' }),
      image('placeholder', { url: '' }),
      image('blob', { url: 'blob:https://x/1' }),
      image('data', { url: 'data:image/png;base64,AA==' }),
      image('flagged', { url: '', isUploading: true }),
    ]);
    const envelope = makeAutosaveEnvelope(page, 123);
    expect(Object.keys(envelope.page.things)).to.eql(['s1', 's2', 'stored', 'placeholder']);
    expect(envelope.unfinishedUploads).to.equal(3);
    expect(parseAutosaveEnvelope(JSON.stringify(envelope))).to.eql(envelope);
    const damaged = JSON.stringify({ ...envelope, unfinishedUploads: 'many' });
    const { unfinishedUploads: _, ...rest } = envelope;
    expect(parseAutosaveEnvelope(damaged), 'the copy is kept').to.eql(rest);
    expect(makeAutosaveEnvelope(makeTestPage(), 123)).not.to.have.property('unfinishedUploads');
  });

  it('does not make a copy that could not be restored, which would lose the work in it [E39, J13]', () => {
    const page = makeTestPage();
    const { revision: _, ...unstored } = page;
    const invalid: [args: readonly unknown[], path: string][] = [
      [[page, NaN], 'updatedAtMs'],
      [[page, Infinity], 'updatedAtMs'],
      [[page, -1], 'updatedAtMs'],
      [[page, new Date()], 'updatedAtMs'],
      [[page], 'updatedAtMs'],
      [[null, 5], 'page'],
      [[JSON.stringify(page), 5], 'page'],
      [[{ ...page, things: undefined }, 5], 'page'],
      [[unstored, 5], 'page.revision'],
      [[{ ...page, revision: 1.5 }, 5], 'page.revision'],
    ];
    for (const [args, path] of invalid)
      expect(() => makeAutosaveEnvelope(...(args as [Page, number])), path)
        .to.throw(CobbleError)
        .that.deep.include({ code: 'input_invalid', details: { path } });
    expect(() => makeAutosaveEnvelope(page, 5, { kits: [] } as never))
      .to.throw()
      .with.property('code', 'kit_invalid');
  });

  it('rejects an envelope that is not text, instead of calling the copy damaged [J13]', () => {
    const envelope = makeAutosaveEnvelope(makeTestPage(), 1);
    for (const text of [envelope, null, undefined, 5])
      expect(() => parseAutosaveEnvelope(text as never))
        .to.throw(CobbleError)
        .that.deep.include({ code: 'input_invalid', details: { path: 'text' } });
  });

  it('returns null for damaged or hostile input', () => {
    const good = JSON.stringify(makeAutosaveEnvelope(makeTestPage(), 1));
    expect(parseAutosaveEnvelope(good.slice(0, -3))).to.equal(null);
    expect(parseAutosaveEnvelope('null')).to.equal(null);
    expect(parseAutosaveEnvelope(good.replace('"style":{', '"style":{"__proto__":{},'))).to.equal(
      null,
    );
    expect(parseAutosaveEnvelope(good.replace('#FFFFFF', 'url(x)'))).to.equal(null);
  });

  it('is migrated from an older editor, and rejected from a newer one [J6]', () => {
    const stored = (editorVersion: string) =>
      JSON.stringify(
        makeAutosaveEnvelope(
          makeTestPage([makeTestBlock('t', { type: 'text', content: { text: 'Hi' } })], {
            settings: { editorVersion, referenceWidth: 600 },
          }),
          1,
        ),
      );
    const restored = parseAutosaveEnvelope(stored('0.3.0'));
    expect(restored?.page.things.t?.content).to.have.nested.property('text.type', 'doc');
    expect(() => parseAutosaveEnvelope(stored('9.0.0')))
      .to.throw()
      .with.property('code', 'page_newer_than_editor');
  });

  it('is restored by revision, with the clock as the tiebreaker', () => {
    const server = makeTestPage([], { revision: 5, updatedAt: '2026-01-01T00:00:10.000Z' });
    const serverMs = Date.UTC(2026, 0, 1, 0, 0, 10);
    const stored = (revision: number, ms: number, ID = 7) =>
      makeAutosaveEnvelope(makeTestPage([], { revision, ID }), ms);
    expect(shouldRestore(stored(5, serverMs + 1), server)).to.equal(true);
    expect(shouldRestore(stored(5, serverMs - 1), server)).to.equal(false);
    expect(shouldRestore(stored(4, serverMs + 1000), server)).to.equal(false);
    expect(shouldRestore(stored(6, serverMs - 1000), server)).to.equal(true);
    expect(shouldRestore(stored(6, serverMs, 8), server)).to.equal(false);
  });

  it('is restored by revision alone if the server never stored the page [PB7]', () => {
    const created = makeTestPage([], { revision: 0, updatedAt: '2026-01-01T00:00:10.000Z' });
    const copy = makeAutosaveEnvelope(created, Date.UTC(2026, 0, 1));
    expect(shouldRestore(copy, created)).to.equal(true);
    expect(shouldRestore(copy, { ...created, revision: 1 })).to.equal(false);
  });
});
