import { expect } from 'chai';
import { type Harness, startHarness } from '../testing/startHarness.ts';
import { seededText } from '../testing/seededTexts.ts';

const TEXTS = 40;

describe('layoutFlow', function () {
  this.timeout(90_000);
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  it('gives a trailing line break a line of its own, as browsers do', async () => {
    const { page, errors, close } = await harness.open();
    const word = {
      type: 'text',
      text: 'Bread',
      marks: [{ type: 'font_size', attrs: { sizePx: 40 } }],
    };
    const br = { type: 'hard_break' };
    const { style } = seededText(1);
    for (const content of [[word, br], [br], [word, br, br], [br, br], [word, br, word], [word]])
      for (const type of ['paragraph', 'heading', 'list_item']) {
        const line = { type: type === 'heading' ? type : 'paragraph', content };
        const block =
          type === 'list_item'
            ? { type: 'bullet_list', content: [{ type, content: [line] }] }
            : line;
        const doc = { type: 'doc' as const, content: [block, block] };
        const { dom, canvas } = await page.evaluate(
          ([each, format]) => window.harness.compareText(each, format, 400),
          [doc, style] as const,
        );
        expect(canvas.height, JSON.stringify(block)).to.be.closeTo(dom.height, 0.02);
      }
    expect(errors).to.deep.equal([]);
    await close();
  });

  it('breaks lines as the browser does while a font is missing', async () => {
    const { page, errors, close } = await harness.open();
    const replaced: Readonly<Record<string, string>> = { Lato: 'Karla', Inter: 'Anton' };
    // A machine may lack the fallback fonts, and a character in yet another font may make a line
    // taller than a canvas reports; with Arial and Times New Roman the difference is 0.02.
    const tolerancePx = 2.01;
    let lines = 0;
    for (let seed = 1; seed <= TEXTS; seed += 1) {
      const { doc, style, widthPx } = JSON.parse(
        JSON.stringify(seededText(seed)).replace(
          /"family":"([^"]+)"/g,
          (_, family: string) => `"family":"${replaced[family] ?? 'Lora'}"`,
        ),
      ) as ReturnType<typeof seededText>;
      const { dom, canvas } = await page.evaluate(
        ([each, format, width]) => window.harness.compareText(each, format, width),
        [doc, style, widthPx] as const,
      );
      const lineTexts = (side: typeof dom): string[] =>
        side.lines.map((line) => line.text.trimEnd());
      expect(lineTexts(canvas), `seed ${String(seed)}`).to.deep.equal(lineTexts(dom));
      expect(canvas.height, `height of seed ${String(seed)}`).to.be.closeTo(
        dom.height,
        tolerancePx,
      );
      dom.lines.forEach((line, index) => {
        if (line.text.trim() === '') return;
        lines += 1;
        const label = `seed ${String(seed)}: ${line.text}`;
        expect(canvas.lines[index]?.baseline, label).to.be.closeTo(line.baseline, tolerancePx);
      });
    }
    expect(lines).to.be.above(100);
    expect(errors).to.deep.equal([]);
    await close();
  });
});
