import { expect } from 'chai';
import { HtmlValidate } from 'html-validate';
import { renderPage } from './renderPage.ts';
import { findCssFaults } from './testing/findCssFaults.ts';
import { findHtmlFaults, findJava } from './testing/findHtmlFaults.ts';
import { goldenDocuments } from './testing/goldenDocuments.ts';
import { HTML_RULES } from './testing/htmlRules.ts';
import { makePage } from './testing/makePage.ts';

const validator = new HtmlValidate(HTML_RULES);

async function faultsOf(html: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? ''})`),
  );
}

describe('validity of published HTML', () => {
  for (const [name, html] of goldenDocuments())
    it(`html-validate accepts ${name} [PD2]`, async () => {
      expect(await faultsOf(html)).to.deep.equal([]);
    });

  it('html-validate rejects a damaged document', async () => {
    const { html } = renderPage(makePage([]));
    const broken = html.replace('<main', '<img src="/x.png"><p><div id="x"></div></p><main');
    expect((await faultsOf(broken)).join()).to.match(/wcag|text-alternative|alt/i);
  });

  it('css-tree accepts all styles', () => {
    for (const [name, html] of goldenDocuments()) {
      const css = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
      expect(css.length, name).to.be.above(1000);
      expect(findCssFaults(css), name).to.deep.equal([]);
    }
    expect(findCssFaults('.a{colour:red;width:4zoll}')).to.have.length(2);
  });

  const java = findJava();
  (java === null ? it.skip : it)(
    'the Nu checker accepts all golden documents (skipped without Java: npm run check:html -w renderer-static)',
    async function () {
      this.timeout(120_000);
      const broken = '<!DOCTYPE html><html lang="en"><title>a</title><p><ul></ul></p>';
      const faults = await findHtmlFaults(java ?? '', [...goldenDocuments(), ['broken', broken]]);
      expect(faults).to.have.length(1);
      expect(faults[0]).to.match(/^broken\.html:\d+ .*“p”/);
    },
  );
});
