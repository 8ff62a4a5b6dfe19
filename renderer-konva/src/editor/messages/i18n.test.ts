import { expect } from 'chai';
import { createInstance } from 'i18next';
import { en } from './en.ts';
import { createEditorI18n, NAMESPACE, translateOf, withEditorMessages } from './i18n.ts';

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
  it('keep English for what the messages of a host leave out', () => {
    const t = translateOf(createEditorI18n({ align: { left: 'To the left' } }));
    expect([t('align.left'), t('align.right')]).to.deep.equal(['To the left', en.align.right]);
    expect(translateOf(createEditorI18n())('align.left')).to.equal(en.align.left);
  });

  it('are added below the English messages of a host’s i18next instance', () => {
    const own = { align: { left: 'To the left' }, host: { title: 'Host' } };
    const host = withEditorMessages(createHost('en', { en: own }));
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
    const t = translateOf(
      withEditorMessages(createHost('de', { de: { align: { left: 'Links' } } })),
    );
    expect([t('align.left'), t('align.right')]).to.deep.equal(['Links', en.align.right]);
  });
});
