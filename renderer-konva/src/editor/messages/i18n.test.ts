import { expect } from 'chai';
import { createInstance, type i18n } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createTranslate } from '../../messages/translate.ts';
import { en } from './en.ts';
import {
  createEditorI18n,
  EditorI18nContext,
  NAMESPACE,
  translateOf,
  useCanvasMessages,
} from './i18n.ts';
import type { EditorMessages } from './Translate.ts';

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

/** What the canvas of an editor with this instance uses to look up its messages. */
function canvasTranslate(instance: i18n) {
  let t = createTranslate();
  function Canvas() {
    const { messages, locale } = useCanvasMessages();
    t = createTranslate(messages, locale);
    return null;
  }
  renderToStaticMarkup(
    createElement(EditorI18nContext, { value: instance }, createElement(Canvas)),
  );
  return t;
}

describe('editor messages', () => {
  it('keep English for what a host’s messages leave out', () => {
    const t = translateOf(createEditorI18n({ align: { left: 'To the left' } }));
    expect([t('align.left'), t('align.right')]).to.deep.equal(['To the left', en.align.right]);
    expect(translateOf(createEditorI18n())('align.left')).to.equal(en.align.left);
  });

  it('keep English where a host passes on messages that it may not have [J13]', () => {
    for (const locale of ['en', 'de']) {
      const messages: EditorMessages = {
        align: { left: undefined, right: 'R' },
        ago: { minute_one: undefined },
        pageBar: undefined,
        canvas: undefined,
      };
      const t = translateOf(createEditorI18n(messages, locale));
      expect([t('align.left'), t('align.right'), t('pageBar.publish')]).to.deep.equal([
        en.align.left,
        'R',
        en.pageBar.publish,
      ]);
      expect(t('ago.minute', { count: 1 })).to.equal(en.ago.minute_one);
    }
  });

  it('are English where a host’s instance returns no text, which a notice could not show', () => {
    const host = createHost('de', { de: { align: { left: 'Links' } } });
    // As with its options `returnNull` and `returnObjects`, and with some plugins.
    host.t = (() => null) as never;
    expect(translateOf(host)('align.left')).to.equal(en.align.left);
  });

  it('can have plural forms that English does not have', () => {
    const ago = { minute_one: 'minutę temu', minute_few: '{{count}} minuty temu' };
    const t = translateOf(createEditorI18n({ ago }, 'pl'));
    expect([1, 3].map((count) => t('ago.minute', { count }))).to.deep.equal([
      'minutę temu',
      '3 minuty temu',
    ]);
  });

  it('are in the host’s language on the canvas too, with its plural forms', () => {
    const canvas = {
      blocksSelected_few: 'Zaznaczono {{count}} bloki',
      blocksSelected_many: 'Zaznaczono {{count}} bloków',
    };
    const t = canvasTranslate(createEditorI18n({ canvas }, 'pl'));
    expect(t.locale).to.equal('pl');
    expect([3, 5].map((count) => t('blocksSelected', { count }))).to.deep.equal([
      'Zaznaczono 3 bloki',
      'Zaznaczono 5 bloków',
    ]);
  });

  it('leave the canvas in English if the host’s have no group for it', () => {
    const t = canvasTranslate(createEditorI18n({ align: { left: 'Do lewej' } }, 'pl'));
    expect(t.locale).to.equal('en');
    expect(t('blocksSelected', { count: 3 })).to.equal('3 blocks selected');
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

  it('are in the locale that the host names, and otherwise in English', () => {
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
