import { expect } from 'chai';
import { chooseEncoding, matchesEtag } from './encoding.ts';

describe('request headers about encodings and versions', () => {
  it('choose Brotli unless the client prefers gzip [SV5]', () => {
    expect(chooseEncoding('gzip, deflate, br, zstd')).to.equal('br');
    expect(chooseEncoding('br;q=0.5, gzip')).to.equal('gzip');
    expect(chooseEncoding('gzip;q=0, br;q=0')).to.equal('identity');
    expect(chooseEncoding('*')).to.equal('br');
    expect(chooseEncoding(undefined)).to.equal('identity');
  });

  it('name the versions that the client has, weak tags too [SV5]', () => {
    expect(matchesEtag('"a", W/"b"', ['"b"'])).to.equal(true);
    expect(matchesEtag('*', ['"b"'])).to.equal(true);
    expect(matchesEtag('"a"', ['"b"'])).to.equal(false);
    expect(matchesEtag(undefined, ['"b"'])).to.equal(false);
  });

  it('are ignored above 1,000 characters, because parsing them would delay others [SV5]', () => {
    const padding = ' '.repeat(1000);
    expect(chooseEncoding(`br,${padding}gzip`)).to.equal('identity');
    expect(matchesEtag(`"b",${padding}"a"`, ['"b"'])).to.equal(false);
  });
});
