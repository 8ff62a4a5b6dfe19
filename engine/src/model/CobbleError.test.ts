import { expect } from 'chai';
import { pageProblem } from '../parsing/pageProblem.ts';
import { CobbleError } from './CobbleError.ts';

describe('CobbleError', () => {
  it('gives the reason without the path, so that callers who show the path do not repeat it', () => {
    const problem = pageProblem(['settings', 'lang'], 'must be a string');
    expect(problem.message).to.equal('settings.lang: must be a string');
    expect(problem.reason).to.equal('must be a string');
    expect(pageProblem([], 'must be a page').reason).to.equal('must be a page');
    expect(new CobbleError('gone', 'is gone').reason).to.equal('is gone');
  });
});
