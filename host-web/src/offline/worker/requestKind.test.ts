import { expect } from 'chai';
import { requestKind, type RequestParts } from './requestKind.ts';

const ORIGIN = 'https://cobble.example';
const FILES = new Set(['/assets/index-a1.js', '/assets/cobble-a1.svg', '/fonts/inter-400.woff2']);

const kindOf = (path: string, parts: Partial<RequestParts> = {}) =>
  requestKind(
    {
      url: new URL(path, ORIGIN).href,
      method: 'GET',
      mode: 'cors',
      destination: '',
      ...parts,
    },
    ORIGIN,
    FILES,
  );
const navigation: Partial<RequestParts> = { mode: 'navigate', destination: 'document' };

describe('the service worker', () => {
  it("responds to navigations to the app's routes, whatever their query is [OF3]", () => {
    for (const path of ['/', '/ada', '/ada/main?first_page', '/auth/verify?token=x', '/s/sandbox'])
      expect(kindOf(path, navigation), path).to.equal('document');
  });

  it("responds to requests for the app's files, also for scripts and styles of earlier builds [OF3, OF4]", () => {
    for (const path of [...FILES, '/assets/HomeScreen-old.js', '/assets/HomeScreen-old.css'])
      expect(kindOf(path), path).to.equal('file');
  });

  it('leaves calls, uploads, images, mail, sockets, other origins and frames to the browser [OF3]', () => {
    const image = '/assets/00112233445566778899aabbccddeeff.png';
    for (const path of [
      ...['/api/account', '/api/preview?url=x', '/socket.io/?EIO=4', '/dev/mailbox', '/healthz'],
      ...[image, '/fonts/lora-400.woff2', '/sw.js', '/ada'],
      ...['https://ada.cobble.example/', 'https://embeds.cobble.example/assets/index-a1.js'],
      'https://media.giphy.com/a.js',
    ])
      expect(kindOf(path), path).to.equal(null);
    for (const path of [
      ...['/api/site/export', '/dev/mailbox', '/dev', '/healthz', image, '/fonts/inter-400.woff2'],
      ...['https://ada.cobble.example/', 'https://embeds.cobble.example/'],
    ])
      expect(kindOf(path, navigation), path).to.equal(null);
    expect(kindOf('/', { mode: 'navigate', destination: 'iframe' }), 'a frame').to.equal(null);
    for (const path of ['/', '/assets/index-a1.js'])
      expect(kindOf(path, { ...navigation, method: 'POST' }), path).to.equal(null);
  });
});
