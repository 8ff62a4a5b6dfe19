import { expect } from 'chai';
import { ApiError, type ApiErrorCode } from '../../api/ApiError.ts';
import { translate as t } from '../../messages/i18n.ts';
import { archiveErrorMessage } from './archiveErrorMessage.ts';

describe('archiveErrorMessage', () => {
  const messageOf = (
    code: ApiErrorCode,
    details: ApiError['details'],
    path: string | null = null,
  ) => archiveErrorMessage(t, new ApiError(code, 400, path, details));

  it('says what is wrong with a ZIP file, and in which file [HO4]', () => {
    expect(messageOf('archive_invalid', { reason: 'archive_cut_off' })).to.equal(
      'This ZIP file is damaged. Export or download it again.',
    );
    expect(messageOf('archive_invalid', { reason: 'page_newer_than_editor' }, 'a.json')).to.equal(
      'This ZIP file was exported from a newer version of Cobble. (a.json)',
    );
    expect(messageOf('archive_invalid', { reason: 'archive_not_a_zip' })).to.equal(
      "This file can't be imported. Choose a ZIP file that was exported from Cobble.",
    );
  });

  it('says that an empty file is not a ZIP, so that the user chooses another [HO4]', () => {
    expect(messageOf('err_bad_request', {}, 'file')).to.equal(
      "This file can't be imported. Choose a ZIP file that was exported from Cobble.",
    );
    expect(messageOf('err_bad_request', {})).to.equal('Something went wrong. Try again.');
  });

  it('does not mention publishing when a page has too many blocks', () => {
    expect(messageOf('things_per_page_limit_exceeded', { over: 1 })).to.equal(
      'A page in the ZIP has 1 more block than your plan allows.',
    );
    expect(messageOf('things_per_page_limit_exceeded', { over: 3 }, 'a.json')).to.equal(
      'A page in the ZIP has 3 more blocks than your plan allows. (a.json)',
    );
  });
});
