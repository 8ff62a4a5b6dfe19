import { CobbleError } from '@cobble/engine';
import { expect } from 'chai';
import { keyLabel, type KeyPress, matchesKey, parseKey, withMacModifiers } from './KeyBinding.ts';

function press(key: string, code: string, modifiers = ''): KeyPress {
  return {
    key,
    code,
    ctrlKey: modifiers.includes('Ctrl'),
    metaKey: modifiers.includes('Meta'),
    shiftKey: modifiers.includes('Shift'),
    altKey: modifiers.includes('Alt'),
    getModifierState: () => modifiers.includes('AltGraph'),
  };
}

const matches = (text: string, pressed: KeyPress, isMac = false) =>
  matchesKey(parseKey(text), pressed, isMac);

describe('KeyBinding', () => {
  it('is named if it is misspelt, because its key would do nothing or show a wrong label [J13]', () => {
    for (const [wrong, message] of [
      [
        'ctrl+K',
        'text has the modifier ctrl; the modifiers are Ctrl (Cmd on a Mac), Shift and Alt',
      ],
      ['Cmd+K', 'text has the modifier Cmd;'],
      ['Ctrl+', 'text has no key after its modifiers'],
      ['+K', 'text has a + without a modifier before it'],
      ['Ctrl++K', 'text has a + without a modifier before it'],
      [null, 'text must be a string'],
      ['', 'text must be a key, such as Ctrl+K'],
      ['Ctrl-K', 'text has the key Ctrl-K; keys are characters and names such as Escape'],
      ['Ctrl+Shift-K', 'text has the key Shift-K;'],
      ['escape', 'text has the key escape;'],
    ] as const)
      expect(() => parseKey(wrong as string), String(wrong))
        .to.throw(CobbleError, message)
        .with.deep.include({ code: 'input_invalid', details: { path: 'text' } });
    for (const [binding, isMac, message] of [
      ['Ctrl+K', false, 'binding must be the result of parseKey'],
      [null, false, 'binding must be the result of parseKey'],
      [parseKey('Ctrl+K'), undefined, 'isMac must be true or false'],
    ] as const)
      expect(() => keyLabel(binding as never, isMac as never)).to.throw(CobbleError, message);
    expect(['+', 'Ctrl++', 'Ctrl+Shift+-'].map((text) => keyLabel(parseKey(text), false))).to.eql([
      '+',
      'Ctrl++',
      'Ctrl+Shift+-',
    ]);
  });

  it('matches by character, regardless of the key’s position [KB1]', () => {
    expect(matches('V', press('v', 'KeyV'))).to.equal(true);
    expect(matches('V', press('v', 'Period'))).to.equal(true);
    expect(matches('Ctrl+Z', press('z', 'KeyY', 'Ctrl'))).to.equal(true);
    expect(matches('Ctrl+Z', press('y', 'KeyZ', 'Ctrl'))).to.equal(false);
  });

  it("writes modifiers as a Mac's keyboard shows them", () => {
    expect(['Ctrl+C, X, V', 'Tab, Shift+Tab', 'Alt+↑↓', 'Alt+drag'].map(withMacModifiers)).to.eql([
      '⌘C, X, V',
      'Tab, ⇧Tab',
      '⌥↑↓',
      '⌥ drag',
    ]);
  });

  it('falls back to the physical key for other scripts, and with Alt or Shift [KB1]', () => {
    expect(matches('Ctrl+Z', press('я', 'KeyZ', 'Ctrl'))).to.equal(true);
    expect(matches('V', press('м', 'KeyV'))).to.equal(true);
    expect(matches('Alt+A', press('å', 'KeyA', 'Alt'))).to.equal(true);
    expect(matches('Shift+1', press('!', 'Digit1', 'Shift'))).to.equal(true);
    expect(matches('Shift+1', press('1', 'Digit1', 'Shift'))).to.equal(true);
  });

  it('requires exactly its modifiers, but ignores Shift for symbols [KB2]', () => {
    expect(matches('V', press('v', 'KeyV', 'Ctrl'))).to.equal(false);
    expect(matches('Ctrl+Z', press('Z', 'KeyZ', 'Ctrl Shift'))).to.equal(false);
    expect(matches('Ctrl+Shift+Z', press('Z', 'KeyZ', 'Ctrl Shift'))).to.equal(true);
    expect(matches('?', press('?', 'Slash', 'Shift'))).to.equal(true);
    expect(matches(']', press(']', 'Digit9', 'Ctrl Alt AltGraph'))).to.equal(true);
    expect(matches(']', press(']', 'BracketRight', 'Alt'))).to.equal(false);
    expect(matches('Ctrl++', press('=', 'Equal', 'Ctrl'))).to.equal(false);
    expect(matches('Ctrl++', press('+', 'Equal', 'Ctrl Shift'))).to.equal(true);
  });

  it('reads Ctrl as Cmd on a Mac, and only as that [KB3]', () => {
    expect(matches('Ctrl+C', press('c', 'KeyC', 'Meta'), true)).to.equal(true);
    expect(matches('Ctrl+C', press('c', 'KeyC', 'Ctrl'), true)).to.equal(false);
    expect(matches('C', press('c', 'KeyC', 'Meta'))).to.equal(false);
  });

  it('formats a label for the platform', () => {
    expect(keyLabel(parseKey('Ctrl+Shift+L'), false)).to.equal('Ctrl+Shift+L');
    expect(keyLabel(parseKey('Ctrl+Shift+L'), true)).to.equal('⌘⇧L');
    expect(keyLabel(parseKey('Escape'), false)).to.equal('Esc');
  });
});
