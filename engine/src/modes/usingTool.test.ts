import { expect } from 'chai';
import type { Editor, Tool } from '../editor/Editor.ts';
import { CobbleError } from '../model/CobbleError.ts';
import type { LogMessage } from '../model/LogMessage.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestText } from '../testing/makeTestPage.ts';
import { rejectedWhile } from '../testing/rejectedWhile.ts';

const make = (messages: LogMessage[] = []): Editor =>
  makeTestEditor([makeTestBlock('a'), makeTestText('t', 'Hi', { position: { y: 0.5 } })], {
    environment: {
      log: (message) => {
        messages.push(message);
      },
    },
  });
const at = (x: number, y = 0.1) => ({ x, y, pxPerUnit: 600 });
const press = (editor: Editor, key: string, more: { ctrl?: boolean; shift?: boolean } = {}) => {
  editor.dispatch({ type: 'keydown', key, ...more });
};

/** Records what it receives; handles the key Enter. */
function makeTool(events: string[], more: Partial<Tool> = {}): Tool {
  return {
    name: 'recorder',
    handle: (event) => {
      events.push(event.type);
      return event.type === 'keydown' && event.key === 'Enter';
    },
    stopped: () => {
      events.push('stopped');
    },
    ...more,
  };
}

describe("a host's tool", () => {
  it('receives all events until Escape [M28]', () => {
    const editor = make();
    const events: string[] = [];
    expect(editor.startTool(makeTool(events, { cursor: 'cell' }))).to.equal(true);
    expect(editor.mode).to.eql({ name: 'tool', tool: 'recorder', cursor: 'cell' });
    editor.dispatch({ type: 'pointerdown', ...at(0.1) });
    editor.dispatch({ type: 'pointermove', ...at(0.3) });
    editor.dispatch({ type: 'pointerup', ...at(0.3) });
    expect([...editor.selection]).to.eql([]);
    press(editor, 'Enter');
    press(editor, 'Escape');
    expect(events).to.eql([
      ...['pointerdown', 'pointermove', 'pointerup', 'keydown', 'keydown', 'stopped'],
    ]);
    expect(editor.mode.name).to.equal('layout');
    editor.dispatch({ type: 'pointerdown', ...at(0.1) });
    expect(events).to.have.length(6);
  });

  it('that is async is logged and ends: its promise would never count as handling a key [M28, J13]', () => {
    const messages: LogMessage[] = [];
    const editor = make(messages);
    const handle = (() => Promise.reject(new Error('later'))) as never;
    editor.startTool({ name: 'recorder', handle });
    editor.dispatch({ type: 'pointermove', ...at(0.3) });
    expect(editor.mode.name).to.equal('layout');
    expect(messages.map(({ code, details }) => `${code} ${JSON.stringify(details)}`).join())
      .to.include('listener_failed')
      .and.to.include('tool.handle must not be async');
  });

  it('and listeners that are async and reject do not end the Node process, and are logged [M28, E40]', async () => {
    const messages: LogMessage[] = [];
    const editor = make(messages);
    const rejects = (): never => Promise.reject(new Error('later')) as never;
    const rejected = await rejectedWhile(() => {
      editor.startTool({ name: 'recorder', handle: () => true, stopped: rejects });
      editor.stopTool();
      editor.onChange(rejects);
      editor.onSelectionChange(rejects);
      editor.remove('a').unwrap();
      editor.select('t');
    });
    expect(rejected).to.eql([]);
    expect(messages.map(({ details: { event, error } }) => [event, error])).to.eql([
      ['Tool.stopped', 'later'],
      ['onChange', 'later'],
      ['onSelectionChange', 'later'],
    ]);
  });

  it('leaves the keys that it does not handle to the editor, undo included [M28]', () => {
    const editor = make();
    const events: string[] = [];
    editor.update('a', { altText: 'x' });
    editor.startTool(makeTool(events));
    press(editor, 'z', { ctrl: true });
    expect(editor.blocks.get('a')?.altText).to.equal(undefined);
    expect(editor.mode.name).to.equal('tool');
    editor.select('a');
    press(editor, 'Delete');
    expect(editor.blocks.has('a')).to.equal(false);
    press(editor, 'r');
    expect(editor.mode.name).to.equal('layout');
    expect(editor.selectedBlocks[0]?.type).to.equal('shape');
    expect(events.at(-1)).to.equal('stopped');
  });

  it('ends with another mode and with reset, and what it has begun is cancelled [M28]', () => {
    const editor = make();
    const ends: readonly ((each: Editor) => unknown)[] = [
      (each) => each.startDrawing(),
      (each) => each.startTextEditing('t'),
      (each) => each.startTool(makeTool([], { name: 'other' })),
      (each) => {
        each.stopTool();
      },
      (each) => {
        each.reset();
      },
      (each) => {
        each.load(each.page);
      },
    ];
    for (const end of ends) {
      const events: string[] = [];
      editor.startTool(makeTool(events));
      end(editor);
      expect(events, String(end)).to.eql(['stopped']);
      editor.reset();
    }
    const before = editor.page;
    editor.startTool(makeTool([]));
    editor.begin();
    editor.update('a', { altText: 'x' });
    expect(editor.undo()).to.equal(false);
    editor.stopTool();
    expect(editor.page).to.deep.equal(before);
    expect(editor.isInProgress).to.equal(false);
  });

  it('that throws is ended and logged [M28]', () => {
    const messages: LogMessage[] = [];
    const editor = make(messages);
    editor.startTool({
      name: 'broken',
      handle: () => {
        editor.begin();
        editor.update('a', { altText: 'x' });
        throw new Error('oops');
      },
      stopped: () => {
        throw new Error('again');
      },
    });
    editor.dispatch({ type: 'pointerdown', ...at(0.1) });
    expect(editor.mode.name).to.equal('layout');
    expect(editor.blocks.get('a')?.altText).to.equal(undefined);
    expect(messages.map(({ details }) => details.error)).to.eql(['oops', 'again']);
  });

  it('does not start in a gesture, without permission, or without a handler [M28]', () => {
    const editor = make();
    editor.dispatch({ type: 'pointerdown', ...at(0.05, 0.05) });
    editor.dispatch({ type: 'pointermove', ...at(0.2) });
    expect(editor.startTool(makeTool([]))).to.equal(false);
    editor.reset();
    expect(() => editor.startTool({ name: 'x' } as never)).to.throw(CobbleError, /tool.handle/);
    const viewer = makeTestEditor([], { permissions: { ...editor.permissions, canEdit: false } });
    expect(viewer.startTool(makeTool([]))).to.equal(false);
  });
});

describe('keys of a host', () => {
  it('that are async are logged: their promise would always count as handling the key [M29, J13]', () => {
    const messages: LogMessage[] = [];
    const editor = make(messages);
    editor.bindKeys({ q: (() => Promise.reject(new Error('later'))) as never });
    press(editor, 'q');
    expect(messages.map(({ code, details }) => `${code} ${JSON.stringify(details)}`).join())
      .to.include('listener_failed')
      .and.to.include('commands.q must not be async');
  });

  it("run its commands before the editor's, the latest first [M29]", () => {
    const editor = make();
    const runs: string[] = [];
    const record =
      (name: string, isHandled = true) =>
      (): boolean => {
        runs.push(name);
        return isHandled;
      };
    editor.bindKeys({ 'Shift+Ctrl+K': record('first'), Delete: record('delete', false) });
    const unbind = editor.bindKeys({ 'ctrl+shift+k': record('second', false), '+': record('+') });
    editor.select('a');
    press(editor, 'K', { ctrl: true, shift: true });
    expect(runs).to.eql(['second', 'first']);
    press(editor, '+');
    unbind();
    press(editor, '+');
    press(editor, 'Delete');
    expect(runs).to.eql(['second', 'first', '+', 'delete']);
    expect(editor.blocks.has('a')).to.equal(false);
    expect(() => editor.bindKeys({ x: null as never })).to.throw(CobbleError, /commands.x/);
  });

  it('that do not exist are rejected: their commands would run on a bare key or never [M29, J13]', () => {
    const editor = make();
    const hints: Readonly<Record<string, RegExp>> = {
      'Cmd+B': /unknown modifier Cmd; the modifiers are Ctrl.* did you mean Ctrl\?/,
      'Meta+Backspace': /did you mean Ctrl\?/,
      'Control+B': /did you mean Ctrl\?/,
      'Option+B': /did you mean Alt\?/,
      'Shft+B': /did you mean Shift\?/,
      'Ctrl-B': /did you mean Ctrl\+B\?/,
      'Ctrl + B': /did you mean Ctrl\+B\?/,
      'Hyper+B': /unknown modifier Hyper; the modifiers are/,
      Esc: /unknown key Esc.* did you mean Escape\?/,
      'Shift+ArowLeft': /did you mean ArrowLeft\?/,
      Space: /the space bar is ' '/,
      Control: /unknown key Control/,
      KeyB: /unknown key KeyB/,
      'Ctrl+': /such as Ctrl\+B/,
      '': /such as Ctrl\+B/,
      // On a US keyboard, this types `?`.
      'Shift+/': /names Shift with \/, but .* keyboard; name only .*, such as \?/,
      'Ctrl+Shift+?': /names Shift with \?/,
      'Shift+1': /names Shift with 1/,
    };
    for (const [key, hint] of Object.entries(hints)) {
      const bind = () => editor.bindKeys({ [key]: () => true });
      expect(bind, key)
        .to.throw(CobbleError, hint)
        .with.deep.property('details', {
          path: `commands.${key}`,
        });
    }
    const keys = ['Ctrl++', '+', '-', ' ', 'é', 'Ctrl+Alt+Shift+escape', 'F12', 'MediaPlayPause'];
    // A bracket is also found by its physical key.
    for (const key of [...keys, 'Shift+ ', 'Shift+É', 'Ctrl+Shift+['])
      editor.bindKeys({ [key]: () => true });
  });

  it('go to its tool and commands alone on request, for a screen with keys of its own [M28, M29]', () => {
    const editor = make();
    const offer = (key: string) => editor.dispatch({ type: 'keydown', key }, { hostOnly: true });
    editor.bindKeys({ k: () => true, r: () => false });
    expect(['k', 'r', 'Tab', 'Delete'].map(offer)).to.eql([true, false, false, false]);
    const events: string[] = [];
    editor.startTool(makeTool(events));
    expect(['Enter', 'k', 'r', 'Escape', 'q'].map(offer)).to.eql([true, true, false, false, false]);
    expect(events).to.have.length(5);
    expect(editor.mode.name).to.equal('tool');
    expect(editor.blocks.size).to.equal(make().blocks.size);
    editor.startTextEditing('t');
    expect(offer('k')).to.equal(false);
    expect(() => editor.dispatch({ type: 'keydown', key: 'k' }, { hostonly: true } as never))
      .to.throw(CobbleError, /hostOnly/)
      .with.property('code', 'input_invalid');
    expect(() => editor.dispatch({ type: 'pointerdown', ...at(0.3) }, { hostOnly: true }))
      .to.throw(CobbleError, /keydown/)
      .with.property('code', 'input_invalid');
  });

  it('are reported as handled if its tool or a command has handled them, so that the browser does not act on them too [M29]', () => {
    const editor = make();
    editor.bindKeys({ 'Ctrl+B': () => true, 'Ctrl+S': () => false });
    const isHandled = (key: string) => editor.dispatch({ type: 'keydown', key, ctrl: true });
    expect(['b', 's', 'a', 'p'].map(isHandled)).to.eql([true, false, false, false]);
    expect(editor.dispatch({ type: 'pointermove', ...at(0.3) })).to.equal(false);
  });

  it("run in a tool before the editor's own tool for the same key, which then does not start [M28, M29]", () => {
    const editor = make();
    const events: string[] = [];
    let isTaken = true;
    editor.bindKeys({ r: () => isTaken });
    editor.startTool(makeTool(events));
    press(editor, 'r');
    expect(editor.mode.name).to.equal('tool');
    isTaken = false;
    press(editor, 'r');
    expect(editor.selectedBlocks[0]?.type).to.equal('shape');
    expect(events).to.eql(['keydown', 'keydown', 'stopped']);
  });

  it('that type a symbol run whether or not the keyboard needs Shift for it [M14]', () => {
    const editor = make();
    const runs: string[] = [];
    for (const key of ['?', 'Ctrl++', '1', 'k', ' ', 'ArrowUp', '!'])
      editor.bindKeys({
        [key]: () => {
          runs.push(key);
          return undefined;
        },
      });
    press(editor, '?');
    press(editor, '?', { shift: true });
    press(editor, '+', { ctrl: true, shift: true });
    // On a French keyboard, digits need Shift.
    press(editor, '1', { shift: true });
    press(editor, '!', { shift: true });
    expect(runs).to.eql(['?', '?', 'Ctrl++', '1', '!']);
    for (const key of ['K', ' ', 'ArrowUp']) press(editor, key, { shift: true });
    expect(runs).to.have.length(5);
  });

  it('are rejected when two are spellings of one key, or when a Map is passed [M29, J13]', () => {
    const editor = make();
    const command = () => true;
    expect(() => editor.bindKeys({ 'Ctrl+Alt+k': command, 'Alt+Ctrl+K': command }))
      .to.throw(CobbleError, 'commands.Alt+Ctrl+K is the same key as Ctrl+Alt+k')
      .with.property('code', 'input_invalid');
    expect(() => editor.bindKeys(new Map([['a', command]]) as never))
      .to.throw(CobbleError, 'commands must be a plain object')
      .with.property('code', 'input_invalid');
  });

  it('that dispatch themselves endlessly are stopped and logged, and so is such a tool [E40]', () => {
    const messages: LogMessage[] = [];
    const editor = make(messages);
    let runs = 0;
    const again = () => {
      runs += 1;
      press(editor, 'k');
      press(editor, 'k');
      return true;
    };
    const unbind = editor.bindKeys({ k: again });
    press(editor, 'k');
    expect(runs).to.equal(100);
    unbind();
    editor.startTool({ name: 'again', handle: again });
    press(editor, 'k');
    expect(messages.map(({ details: { event, error } }) => [event, error])).to.eql([
      ['bindKeys', 'functions of the host call each other endlessly'],
      ['Tool.handle', 'functions of the host call each other endlessly'],
    ]);
    editor.bindKeys({ j: () => void (runs = 0) });
    press(editor, 'j');
    expect(runs, 'later keys run').to.equal(0);
  });

  it('that dispatch themselves endlessly do not keep a tool from being told that it has ended [E40, M28]', () => {
    const messages: LogMessage[] = [];
    const editor = make(messages);
    let stops = 0;
    const tool = {
      name: 'again',
      handle: () => {
        press(editor, 'k');
        return true;
      },
      stopped: () => {
        stops += 1;
      },
    };
    editor.startTool(tool);
    press(editor, 'k');
    expect([editor.mode.name, stops]).to.eql(['layout', 1]);
    expect(messages).to.have.length(1);
    const restarted = {
      ...tool,
      stopped: () => {
        stops += 1;
        editor.startTool(restarted);
        editor.stopTool();
      },
    };
    editor.startTool(restarted);
    editor.stopTool();
    expect(stops, 'an endless one is stopped').to.be.within(100, 300);
  });

  it('that throw are logged, and do not apply while text is edited [M29]', () => {
    const messages: LogMessage[] = [];
    const editor = make(messages);
    editor.bindKeys({
      k: () => {
        throw new Error('oops');
      },
    });
    press(editor, 'k');
    editor.startTextEditing('t');
    press(editor, 'k');
    expect(messages.map(({ code, details }) => [code, details.event])).to.eql([
      ['listener_failed', 'bindKeys'],
    ]);
  });
});
