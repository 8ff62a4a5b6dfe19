import { CobbleError } from '@cobble/engine';
import { expect } from 'chai';
import { showToast } from '../ui/toast/showToast.ts';
import { notify } from './toastNotice.tsx';

describe('a notice with wrong arguments', () => {
  it('is named where it is shown, as it would be empty or break while it renders [J12, J13]', () => {
    for (const [path, message, options] of [
      ['message', undefined, {}],
      ['message', { text: 'Saved' }, {}],
      ['options', 'Saved', null],
      ['options', 'Saved', 2000],
      ['options.duration', 'Saved', { duration: 2000 }],
      ['options.durationMs', 'Saved', { durationMs: '2000' }],
      ['options.durationMs', 'Saved', { durationMs: Infinity }],
      ['options.kind', 'Saved', { kind: 'warning' }],
      ['options.action.label', 'Saved', { action: { run: () => undefined } }],
      ['options.action', 'Saved', { action: { label: 'Undo' } }],
    ] as const)
      expect(() => {
        notify(message as string, options as never);
      }, path)
        .to.throw(CobbleError, path)
        .with.deep.include({ code: 'input_invalid', details: { path } });
    for (const [path, text, options] of [
      ['text', null, {}],
      ['options.autoCloseMs', 'Saved', { autoCloseMs: '2000' }],
      ['options.durationMs', 'Saved', { durationMs: 2000 }],
    ] as const)
      expect(() => {
        showToast(text as string, options as never);
      }, path)
        .to.throw(CobbleError, path)
        .with.deep.include({ code: 'input_invalid', details: { path } });
  });
});
