import { expect } from 'chai';
import { svgPathBbox } from 'svg-path-bbox';
import { contrastRatio, isColor, readableTextColor } from '../model/colors.ts';
import { iconPath, ICONS } from './icons.ts';
import { detectLink, LINK_PLATFORMS } from './platforms.ts';

describe('LINK_PLATFORMS', () => {
  it('contains the 26 specified platforms [C11]', () => {
    expect(LINK_PLATFORMS.map((each) => each.name)).to.have.members([
      ...['Email', 'Amazon', 'Apple', 'Apple Music', 'Bandcamp', 'Cash App', 'Clubhouse'],
      ...['Discord', 'Etsy', 'Facebook', 'GitHub', 'Instagram', 'LinkedIn', 'Patreon', 'PayPal'],
      ...['Snapchat', 'SoundCloud', 'Spotify', 'Substack', 'TikTok', 'Telegram', 'Twitch'],
      ...['Twitter', 'Venmo', 'WhatsApp', 'YouTube'],
    ]);
  });

  it('has an icon and a colour for each, with readable labels [C11]', () => {
    for (const { icon, color } of LINK_PLATFORMS) {
      expect(iconPath(icon), icon).to.not.equal(null);
      expect(isColor(color)).to.equal(true);
      expect(contrastRatio(readableTextColor(color), color), icon).to.be.at.least(4.5);
    }
    expect(iconPath('constructor')).to.equal(null);
    for (const { path } of Object.values(ICONS))
      expect(path).to.match(/^[\sMmLlHhVvCcSsQqTtAaZz\d.,-]+$/);
  });

  it('draws every icon inside its box and large enough to be recognisable on a button [C11]', () => {
    for (const [name, { path, viewBox }] of Object.entries(ICONS)) {
      const size = Number(viewBox.split(' ')[2]);
      const [left, top, right, bottom] = svgPathBbox(path);
      expect(Math.min(left, top), name).to.be.above(-0.01 * size);
      expect(Math.max(right, bottom), name).to.be.below(1.01 * size);
      expect(Math.max(right - left, bottom - top), name).to.be.above(0.7 * size);
      expect(Math.min(right - left, bottom - top), name).to.be.above(0.4 * size);
    }
  });
});

describe('detectLink', () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ['mailto:a@b.example', 'mailto'],
    ['https://music.apple.com/x', 'apple-music'],
    ['https://www.apple.com', 'apple'],
    ['https://www.amazon.co.uk/dp/1', 'amazon'],
    ['https://amazon.de', 'amazon'],
    ['https://smile.amazon.com', 'amazon'],
    ['https://www.amazon.com.au./dp/1', 'amazon'],
    ['https://www.amazon.co.jp', 'amazon'],
    ['https://amazon.com.be', 'amazon'],
    ['https://amazon.example.com', null],
    ['https://amazon.xyz', null],
    ['https://login.amazon.app', null],
    ['https://amazon.co', null],
    ['https://amazon.com.de', null],
    ['https://amazon.co.uk.evil.example', null],
    ['https://notamazon.de', null],
    ['https://someone.bandcamp.com/album/x', 'bandcamp'],
    ['https://X.com/someone', 'twitter'],
    ['http://youtu.be/abc', 'youtube'],
    ['https://github.com.evil.example', null],
    ['https://fakegithub.com', null],
    ['tel:+123456', null],
    ['javascript:alert(1)//github.com', null],
    ['not a link', null],
  ];
  for (const [url, id] of cases)
    it(`finds ${id ?? 'none'} in ${url} [C12]`, () => {
      expect(detectLink(url)?.id ?? null).to.equal(id);
    });
});
