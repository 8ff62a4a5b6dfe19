import { expect } from 'chai';
import { ServiceError } from './ServiceError.ts';

describe('ServiceError', () => {
  it('names what is wrong with it, as its notice would be empty or do nothing [J13]', () => {
    const wrong: readonly [path: string, args: readonly unknown[]][] = [
      ['code', ['only a message']],
      ['message', ['failed']],
      ['options.action.label', ['failed', 'No.', { action: 'Log in' }]],
      ['options.action.label', ['failed', 'No.', { action: { label: { text: 'x' }, href: '/' } }]],
      ['options.action', ['failed', 'No.', { action: { label: 'Log in', onClick: () => 1 } }]],
      ['options', ['failed', 'No.', 'Log in']],
      ['options.actions', ['failed', 'No.', { actions: { label: 'Log in', href: '/' } }]],
    ];
    for (const [path, args] of wrong)
      expect(() => new ServiceError(...(args as ConstructorParameters<typeof ServiceError>)))
        .to.throw(path)
        .with.property('code', 'input_invalid');
  });

  it('accepts an action with an address or a function, and none', () => {
    const run = (): void => undefined;
    expect(
      new ServiceError('failed', 'No.', { action: { label: 'Log in', run } }).action?.run,
    ).to.equal(run);
    const link = { label: 'Log in', href: '/auth/login' };
    expect(new ServiceError('failed', 'No.', { action: link }).action).to.equal(link);
    expect(new ServiceError('conflict', '', { action: undefined }).action).to.equal(null);
    expect(new ServiceError('failed', 'No.', { cause: link }).cause).to.equal(link);
  });
});
