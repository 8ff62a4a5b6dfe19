import { expect } from 'chai';
import { createInstance } from 'i18next';
import { en } from './en.ts';
import { createEditorI18n, NAMESPACE, translateOf } from './i18n.ts';

/** A host's instance with the given messages by language. */
function createHost(language: string, messages: Readonly<Record<string, object>>) {
  const instance = createInstance();
  void instance.init({
    lng: language,
    initAsync: false,
    resources: Object.fromEntries(
      Object.entries(messages).map(([code, bundle]) => [code, { [NAMESPACE]: bundle }]),
    ),
  });
  return instance;
}

describe('editor messages', () => {
  it('keep English for what a host’s messages leave out', () => {
    const t = translateOf(createEditorI18n({ align: { left: 'To the left' } }));
    expect([t('align.left'), t('align.right')]).to.deep.equal(['To the left', en.align.right]);
    expect(translateOf(createEditorI18n())('align.left')).to.equal(en.align.left);
  });

  it('have all plural forms of their language', () => {
    const ago = { minute_one: 'minutę temu', minute_few: '{{count}} minuty temu' };
    const t = translateOf(createEditorI18n({ ago }, 'pl'));
    expect([1, 3].map((count) => t('ago.minute', { count }))).to.deep.equal([
      'minutę temu',
      '3 minuty temu',
    ]);
  });

  it('fill the gaps in the English messages of a host’s i18next instance', () => {
    const own = { align: { left: 'To the left' }, host: { title: 'Host' } };
    const host = createHost('en', { en: own });
    const t = translateOf(host);
    expect([t('align.left'), t('align.right'), t('ago.now')]).to.deep.equal([
      'To the left',
      en.align.right,
      en.ago.now,
    ]);
    expect(host.t('host.title', { ns: NAMESPACE })).to.equal('Host');
    expect(own, 'the host’s object').to.deep.equal({
      align: { left: 'To the left' },
      host: { title: 'Host' },
    });
  });

  it('are the fallback for another language of a host', () => {
    const t = translateOf(createHost('de', { de: { align: { left: 'Links' } } }));
    expect([t('align.left'), t('align.right')]).to.deep.equal(['Links', en.align.right]);
  });

  it('use the plurals of the host’s locale', () => {
    const messages = { upload: {}, paste: { pasted_other: '{{count}} Blöcke' } } as object;
    const t = translateOf(createEditorI18n(messages, 'de'));
    expect(t('paste.pasted', { count: 3 })).to.equal('3 Blöcke');
    expect(t('align.right')).to.equal(en.align.right);
    expect(createEditorI18n(messages, 'de').language).to.equal('de');
  });

  it('do not stop a host’s backend from loading its messages late, English ones included', async () => {
    const loaded: Record<string, object> = {
      en: { align: { left: 'To the left' } },
      fr: { align: { right: 'À droite & plus' } },
    };
    const pending: (() => void)[] = [];
    let onAllRequested = (): void => undefined;
    const allRequested = new Promise<void>((resolve) => {
      onAllRequested = resolve;
    });
    const host = createInstance();
    host.use({
      type: 'backend',
      init: () => undefined,
      read: (language: string, _: string, done: (error: null, data: object) => void) => {
        pending.push(() => {
          done(null, loaded[language] ?? {});
        });
        if (pending.length === 2) onAllRequested();
      },
    });
    const ready = host.init({ lng: 'fr', fallbackLng: 'en', ns: NAMESPACE });
    const t = translateOf(host);
    expect([t('align.left'), t('align.right')]).to.deep.equal([en.align.left, en.align.right]);
    await allRequested;
    pending.forEach((respond) => {
      respond();
    });
    await ready;
    expect([t('align.left'), t('align.right'), t('ago.now')]).to.deep.equal([
      'To the left',
      'À droite & plus',
      en.ago.now,
    ]);
  });
});
