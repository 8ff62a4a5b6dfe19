import { createPage } from '@cobble/engine';
import { expect } from 'chai';
import type { PreviewDocument, PreviewService } from '../services/EditorServices.ts';
import { startPreview } from './startPreview.ts';

const html = '<p>Bread</p>';

describe('the preview of a host', () => {
  const reported: unknown[] = [];
  const before = Reflect.get(globalThis, 'reportError') as unknown;
  beforeEach(() => {
    reported.length = 0;
    Reflect.set(globalThis, 'reportError', (error: unknown) => reported.push(error));
  });
  after(() => {
    Reflect.set(globalThis, 'reportError', before);
  });

  function start(preview: unknown) {
    const shown: PreviewDocument[] = [];
    const options = { safeMode: false, canEdit: true };
    const end = startPreview(preview as PreviewService, createPage(), options, (document) => {
      shown.push(document);
    });
    return { shown, end };
  }

  it('is shown until it ends, so that an old page never replaces a newer one [ED36]', () => {
    const calls: string[] = [];
    let showLater: (document: PreviewDocument) => void = () => undefined;
    const { shown, end } = start((...[, , show]: Parameters<PreviewService>) => {
      showLater = show;
      show({ html });
      return () => calls.push('ended');
    });
    showLater({ html, sandbox: '' });
    end();
    showLater({ html: 'later' });
    expect(shown).to.eql([{ html }, { html, sandbox: '' }]);
    expect(calls).to.eql(['ended']);
    expect(reported).to.eql([]);
  });

  it('that throws when it starts or ends does not end the editor, and is reported [ED36]', () => {
    const failing = (message: string) => () => {
      throw new Error(message);
    };
    start(failing('at once')).end();
    start(() => failing('at the end')).end();
    expect(reported.map(String)).to.eql(['Error: at once', 'Error: at the end']);
  });

  it('that is async is shown, and the mistake is named [ED36]', async () => {
    const { shown, end } = start(async (...[, , show]: Parameters<PreviewService>) => {
      await Promise.resolve();
      show({ html });
    });
    await Promise.resolve();
    await Promise.resolve();
    end();
    start(() => null).end();
    start(() => undefined).end();
    expect(shown).to.eql([{ html }]);
    expect(reported.map(String)).to.have.length(2);
    for (const error of reported)
      expect(error).to.deep.include({
        code: 'input_invalid',
        message: 'preview must return a function that ends it, and must not be async',
        details: { path: 'preview' },
      });
  });

  it('that shows no document gets an error that names the field [ED36]', () => {
    const wrong = {
      document: [undefined, null, html],
      'document.html': [{}, { html: 5 }],
      'document.sandbox': [{ html, sandbox: true }],
    };
    for (const [path, documents] of Object.entries(wrong))
      for (const document of documents) {
        reported.length = 0;
        const { shown } = start((...[, , show]: Parameters<PreviewService>) => {
          show(document as never);
          return () => undefined;
        });
        expect(shown).to.eql([]);
        expect(reported[0]).to.deep.include({ code: 'input_invalid', details: { path } });
      }
  });
});
