import { expect } from 'chai';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { type TypedValue, useTypedValue } from './useTypedValue.ts';

/** A field for a whole number. */
function field(onValue: (value: number) => void = () => undefined) {
  const calls: string[] = [];
  const rendered: TypedValue[] = [];
  const Field = () => {
    rendered.push(
      useTypedValue<number>({
        parse: (typed) => (/^\d+$/.test(typed) ? Number(typed) : null),
        onValue: (value) => {
          calls.push(String(value));
          onValue(value);
        },
        onNone: () => calls.push('none'),
        onCommit: () => calls.push('commit'),
      }),
    );
    return null;
  };
  renderToString(createElement(Field));
  const [typed] = rendered;
  if (!typed) throw new Error('not rendered');
  return { ...typed, calls };
}

describe('useTypedValue', () => {
  it('commits on Enter and blur also after a change has thrown, or the field would commit nothing any more [ED37]', () => {
    let isBroken = true;
    const { setText, finish, calls } = field(() => {
      if (isBroken) throw new Error('broken');
    });
    expect(() => {
      setText('4');
    }).to.throw('broken');
    isBroken = false;
    finish();
    setText('41');
    finish();
    expect(calls).to.eql(['commit', '4', 'commit', 'commit', '41', 'commit']);
  });

  it('takes back only what was typed, or a text without a value would discard what another control has changed [ED37][ED39]', () => {
    const { setText, finish, calls } = field();
    for (const typed of ['x', '', '7', '7x', '7xy', '8']) setText(typed);
    finish();
    finish();
    expect(calls).to.eql(['commit', '7', 'none', '8', 'commit']);
    setText('x');
    finish();
    expect(calls.slice(5)).to.eql(['commit', 'commit']);
  });

  it('goes on typing when a change takes the focus for a moment [ED37]', () => {
    const { setText, finish, calls } = field(() => {
      finish();
    });
    for (const typed of ['2', '28']) setText(typed);
    finish();
    expect(calls).to.eql(['commit', '2', '28', 'commit']);
  });
});
