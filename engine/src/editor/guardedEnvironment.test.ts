import { expect } from 'chai';
import { createEditor } from '../createEditor.ts';
import { CobbleError } from '../model/CobbleError.ts';
import type { Environment } from '../model/Environment.ts';
import type { LogMessage } from '../model/LogMessage.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { callsThatEdit } from '../testing/callsThatEdit.ts';
import { makeTestBlock, makeTestPage } from '../testing/makeTestPage.ts';
import { rejectedWhile } from '../testing/rejectedWhile.ts';
import { richTextFromPlain } from '../text/richText.ts';

const text = { text: richTextFromPlain('a') };
const textBlock = makeTestBlock('a', { type: 'text', content: text });
const other = makeTestPage([makeTestBlock('other')]);

/** An editor whose environment calls `act`, once, when the named function is next called. */
function makeCalling(name: keyof Environment) {
  let act: (() => unknown) | null = null;
  let ids = 0;
  const call = (called: keyof Environment): void => {
    if (called !== name || !act) return;
    const run = act;
    act = null;
    run();
  };
  const editor = createEditor({
    page: makeTestPage([textBlock]),
    environment: {
      createId: () => (call('createId'), `id-${String(++ids)}`),
      random: () => (call('random'), 0.5),
      now: () => (call('now'), 0),
      measureTextHeight: () => (call('measureTextHeight'), 40),
      log: () => call('log'),
    },
  });
  return { editor, callNext: (next: () => unknown) => (act = next) };
}

describe('a function of the environment', () => {
  for (const name of ['createId', 'random', 'now', 'measureTextHeight'] as const)
    it(`cannot edit the page that a command is editing, and the command goes on: ${name} [E63]`, () => {
      for (const [call, edit] of Object.entries(callsThatEdit)) {
        const { editor, callNext } = makeCalling(name);
        let thrown: unknown = null;
        callNext(() => {
          try {
            edit(editor);
          } catch (error) {
            thrown = error;
          }
        });
        const added = editor.add({ type: 'text', content: text });
        expect(thrown, call).to.be.instanceOf(CobbleError);
        expect(thrown, call).to.deep.include({
          code: 'input_invalid',
          details: { path: `environment.${name}` },
        });
        expect(added.ok, call).to.equal(true);
        expect([editor.mode.name, editor.isInProgress, editor.history.position], call).to.eql([
          'layout',
          false,
          1,
        ]);
        expect(Object.keys(parsePage(editor.page).things), call).to.have.length(4);
        editor.undo();
        expect(editor.page, call).to.eql(makeTestPage([textBlock]));
      }
    });

  it('discards the command if it does not catch the error [E35, E63]', () => {
    for (const command of ['duplicate', 'add'] as const) {
      const { editor, callNext } = makeCalling('createId');
      const before = editor.page;
      callNext(() => editor.load(other));
      expect(() => (command === 'add' ? editor.add({ type: 'shape' }) : editor.duplicate('a')))
        .to.throw(CobbleError)
        .with.property('code', 'input_invalid');
      expect(editor.page).to.equal(before);
      expect([editor.isInProgress, editor.canUndo]).to.eql([false, false]);
      expect(editor.duplicate('a').ok).to.equal(true);
    }
  });

  it('cannot end the edit in progress while it logs a message [E63]', () => {
    const { editor, callNext } = makeCalling('log');
    editor.begin();
    callNext(() => editor.cancel());
    expect(() => editor.commit(1000))
      .to.throw(CobbleError)
      .with.property('code', 'input_invalid');
    expect(editor.isInProgress).to.equal(true);
  });

  it('may read the editor [E63]', () => {
    const { editor, callNext } = makeCalling('createId');
    let read: unknown = null;
    callNext(() => {
      read = [editor.page.things['a']?.uuid, editor.boxOf('a')?.x, editor.canUndo];
      return editor.copy('a');
    });
    editor.duplicate('a').unwrap();
    expect(read).to.eql(['a', 0, false]);
  });

  it('can be a method of a class with private fields [E64]', () => {
    class Ids implements Partial<Environment> {
      #count = 0;
      prefix = 'n';
      readonly messages: LogMessage[] = [];
      createId(): string {
        return `${this.prefix}${String(++this.#count)}`;
      }
      log(message: LogMessage): void {
        this.messages.push(message);
      }
    }
    const environment = new Ids();
    const editor = createEditor({ page: makeTestPage(), environment });
    expect(editor.add({ type: 'shape' }).unwrap()).to.eql(['n1']);
    environment.prefix = 'm';
    expect(editor.add({ type: 'shape' }).unwrap()).to.eql(['m2']);
    editor.commit();
    expect(environment.messages.map(({ code }) => code)).to.eql(['nothing_in_progress']);
  });

  it('is an error if a class misspells it [E64, J12]', () => {
    class Misspelt {
      craeteId = () => 'x';
    }
    const environment = new Misspelt() as Partial<Environment>;
    expect(() => createEditor({ page: makeTestPage(), environment }))
      .to.throw(CobbleError, 'did you mean createId?')
      .that.deep.includes({ details: { path: 'options.environment.craeteId' } });
    class MisspeltMethod {
      measureTextHeigth() {
        return this.helper();
      }
      helper() {
        return 99;
      }
    }
    const withMethod = new MisspeltMethod() as Partial<Environment>;
    expect(() => createEditor({ page: makeTestPage(), environment: withMethod }))
      .to.throw(CobbleError, 'did you mean measureTextHeight?')
      .that.deep.includes({ details: { path: 'options.environment.measureTextHeigth' } });
    const promise = Promise.resolve({}) as Partial<Environment>;
    expect(() => createEditor({ page: makeTestPage(), environment: promise })).to.throw(
      CobbleError,
      'not a promise',
    );
  });

  it('may be a class with private fields whose names resemble its functions [E64, J12]', () => {
    class WithPrivateFields implements Partial<Environment> {
      private readonly logs: string[] = [];
      private _now: number | undefined = undefined;
      private readonly _random = () => 0.5;
      createId(): string {
        this.logs.push(`${String(this._now)} ${String(this._random())}`);
        return `n${String(this.logs.length)}`;
      }
    }
    const editor = createEditor({ page: makeTestPage(), environment: new WithPrivateFields() });
    expect(editor.add({ type: 'shape' }).unwrap()).to.eql(['n1']);
    class Stamp {
      name = 'stamp';
      private stoped = false;
      private _cursor: string | undefined = undefined;
      get cursor(): string | undefined {
        return this._cursor;
      }
      handle(): boolean {
        return this.stoped;
      }
    }
    expect(editor.startTool(new Stamp())).to.equal(true);
  });

  it('leaves no rejection unhandled if it is async, which would end a Node process [E40]', async () => {
    const rejects = (): never => Promise.reject(new Error('async')) as never;
    const page = makeTestPage([textBlock]);
    const rejected = await rejectedWhile(() => {
      for (const name of ['createId', 'random', 'now', 'measureTextHeight', 'log'] as const) {
        const editor = createEditor({ page, environment: { [name]: rejects } });
        const add = (): unknown => editor.add({ type: 'text', content: text });
        if (name === 'log') editor.commit();
        else expect(add, name).to.throw(CobbleError).with.property('code', 'input_invalid');
      }
    });
    expect(rejected).to.eql([]);
  });
});
