import { seededRandom } from '../seededRandom.ts';
import { n, repeat, type SampleImage } from './SampleImage.ts';

/** A stage from the stalls: the back wall, the set, the floor, light from above, dark wings. */
function stage(
  [width, height]: readonly [number, number],
  {
    back,
    floor,
    set,
    light = '#FFE9B8',
  }: {
    back: readonly [string, string];
    floor: readonly [string, string];
    set: string;
    light?: string;
  },
): SampleImage {
  const horizon = height * 0.74;
  const audience = (index: number): string => {
    const random = seededRandom(index * 7 + 3);
    const x = (index + 0.5 + (random() - 0.5) * 0.4) * (width / 11);
    const r = width * (0.022 + random() * 0.008);
    return `<circle cx="${n(x)}" cy="${n(height - r * 0.9)}" r="${n(r)}"/><rect x="${n(x - r * 1.9)}" y="${n(height - r * 0.35)}" width="${n(r * 3.8)}" height="${n(r * 2)}" rx="${n(r)}"/>`;
  };
  return {
    width,
    height,
    grain: 0.34,
    draw: () =>
      `<defs><linearGradient id="b" x2="0" y2="1"><stop stop-color="${back[0]}"/><stop offset="1" stop-color="${back[1]}"/></linearGradient>` +
      `<linearGradient id="f" x2="0" y2="1"><stop stop-color="${floor[0]}"/><stop offset="1" stop-color="${floor[1]}"/></linearGradient>` +
      `<linearGradient id="l" x2="0" y2="1"><stop stop-color="${light}" stop-opacity=".5"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></linearGradient>` +
      '<filter id="s" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="14"/></filter></defs>' +
      `<rect width="${n(width)}" height="${n(height)}" fill="url(#b)"/>` +
      `<path d="M0 ${n(horizon)}H${n(width)}V${n(height)}H0Z" fill="url(#f)"/>` +
      set +
      `<path d="M${n(width * 0.3)} 0L${n(width * 0.08)} ${n(height * 0.95)}H${n(width * 0.58)}L${n(width * 0.36)} 0Z" fill="url(#l)" filter="url(#s)" opacity=".7"/>` +
      `<path d="M0 0H${n(width * 0.07)}Q${n(width * 0.03)} ${n(height * 0.5)} ${n(width * 0.055)} ${n(height)}H0ZM${n(width)} 0H${n(width * 0.93)}Q${n(width * 0.97)} ${n(height * 0.5)} ${n(width * 0.945)} ${n(height)}H${n(width)}Z" fill="#0D0C10"/>` +
      `<path d="M0 0H${n(width)}V${n(height * 0.06)}Q${n(width / 2)} ${n(height * 0.085)} 0 ${n(height * 0.06)}Z" fill="#0D0C10"/>` +
      `<g fill="#08070A">${repeat(11, audience)}</g>`,
  };
}

const person = (x: number, y: number, size: number, color: string): string =>
  `<g fill="${color}"><circle cx="${n(x)}" cy="${n(y - size * 0.88)}" r="${n(size * 0.115)}"/><path d="M${n(x - size * 0.1)} ${n(y - size * 0.74)}Q${n(x)} ${n(y - size * 0.8)} ${n(x + size * 0.1)} ${n(y - size * 0.74)}L${n(x + size * 0.2)} ${n(y - size * 0.3)}L${n(x + size * 0.13)} ${n(y)}H${n(x - size * 0.13)}L${n(x - size * 0.2)} ${n(y - size * 0.3)}Z"/></g>` +
  `<ellipse cx="${n(x + size * 0.3)}" cy="${n(y)}" rx="${n(size * 0.5)}" ry="${n(size * 0.05)}" fill="#000" opacity=".35"/>`;

/** Trees of cardboard in three depths. */
function forest(): string {
  const layer = (depth: number, color: string, count: number, seed: number): string => {
    const random = seededRandom(seed);
    return `<g fill="${color}">${repeat(count, (index) => {
      const x = ((index + random() * 0.7) / count) * 1400;
      const w = 16 + depth * 16 + random() * 14;
      const foot = 640 + depth * 46;
      return `<path d="M${n(x)} ${n(foot)}L${n(x + w * 0.15)} 0H${n(x + w * 0.85)}L${n(x + w)} ${n(foot)}Z"/><path d="M${n(x + w / 2)} ${n(150 + random() * 260)}l${n((random() < 0.5 ? -1 : 1) * (70 + depth * 24))} -${n(60 + random() * 40)} l-4 16 Z"/>`;
    })}</g>`;
  };
  return (
    '<circle cx="930" cy="250" r="128" fill="#F6EBCB"/><circle cx="890" cy="222" r="22" fill="#E5D7AE"/><circle cx="968" cy="286" r="32" fill="#E8DBB4"/>' +
    layer(0, '#3E6E78', 15, 5) +
    layer(1, '#235059', 10, 9) +
    person(700, 690, 150, '#F2C14E') +
    layer(2, '#0E2A31', 7, 21)
  );
}

/** A room whose walls lean in, with one chair too many. */
function redRoom(): string {
  const chair = (x: number, y: number, s: number, color: string): string =>
    `<g fill="none" stroke="${color}" stroke-width="${n(9 * s)}" stroke-linecap="round"><path d="M${n(x)} ${n(y)}V${n(y - 200 * s)}M${n(x + 90 * s)} ${n(y + 16 * s)}V${n(y - 84 * s)}H${n(x)}M${n(x)} ${n(y - 180 * s)}L${n(x + 6 * s)} ${n(y - 84 * s)}M${n(x + 34 * s)} ${n(y - 84 * s)}V${n(y - 14 * s)}"/></g>`;
  return (
    '<path d="M230 130L970 60V620L230 592Z" fill="#B8262A"/><path d="M0 0L230 130V592L0 720Z" fill="#7C1519"/><path d="M1200 0L970 60V620L1200 720Z" fill="#8E191D"/>' +
    repeat(
      9,
      (i) =>
        `<path d="M${n(270 + i * 78)} ${n(128 - i * 7.4)}V${n(594 + i * 2.4)}" stroke="#A31F23" stroke-width="18"/>`,
    ) +
    '<path d="M520 200L700 184V420L520 424Z" fill="#18212F"/><path d="M534 214L686 200V406L534 410Z" fill="#F3D9A4"/><path d="M610 206V408M534 312L686 304" stroke="#18212F" stroke-width="9"/>' +
    '<path d="M534 590L800 712L420 760L330 640Z" fill="#F3D9A4" opacity=".35"/>' +
    '<path d="M600 0V96" stroke="#111" stroke-width="5"/><path d="M540 140Q600 60 660 140Z" fill="#F7E6BF"/>' +
    chair(300, 690, 0.9, '#2A0708') +
    chair(560, 720, 0.85, '#2A0708') +
    chair(800, 692, 0.9, '#2A0708') +
    '<g transform="translate(960 330) rotate(168)">' +
    chair(0, 0, 0.8, '#F3D9A4') +
    '</g>'
  );
}

/** Waves of cloth on five lines, and a boat that somebody carries. */
function clothSea(): string {
  const roll = (y: number, color: string, phase: number): string =>
    `<path fill="${color}" d="M-40 900V${n(y)}${repeat(9, (i) => `Q${n(i * 150 - 40 + 75 + phase)} ${n(y - 62 + (i % 3) * 14)} ${n(i * 150 + 110 + phase)} ${n(y + (i % 2) * 10)}`)}V900Z"/>`;
  return (
    '<circle cx="360" cy="330" r="150" fill="#FFCF8A"/><circle cx="360" cy="330" r="196" fill="#FFCF8A" opacity=".25"/>' +
    roll(480, '#2E6C8E', 0) +
    roll(545, '#22597C', -60) +
    '<path d="M690 520Q800 600 930 512L905 590Q800 630 716 590Z" fill="#F4EADB"/><path d="M806 528V300" stroke="#F4EADB" stroke-width="9"/><path d="M818 312Q930 400 916 496L818 506Z" fill="#F1643F"/><path d="M794 340Q730 410 726 498L794 506Z" fill="#F4EADB"/>' +
    roll(615, '#17456A', 20) +
    roll(690, '#0F3252', -30)
  );
}

/** Stairs that go up and end. */
function stairs(): string {
  return (
    repeat(
      11,
      (i) =>
        `<path d="M${n(130 + i * 72)} ${n(690 - i * 46)}h72v${n(46 + i * 46)}h-72Z" fill="${i % 2 === 0 ? '#D9CFC0' : '#CFC4B2'}"/><path d="M${n(130 + i * 72)} ${n(690 - i * 46)}h72v9h-72Z" fill="#F7F1E4"/>`,
    ) +
    '<path d="M922 230V90H1010V776H922Z" fill="#B5A995"/><path d="M948 236V150Q966 118 984 150V236Z" fill="#F5B53A"/>' +
    person(600, 414, 150, '#22313F') +
    person(210, 690, 132, '#B6432C')
  );
}

/** Images of the set designer's page. */
export const stageImages = {
  'stage-forest': stage([1400, 900], {
    back: ['#0B1E2E', '#7FA9A0'],
    floor: ['#21434A', '#081619'],
    set: forest(),
    light: '#F6EBCB',
  }),
  'stage-red-room': stage([1200, 900], {
    back: ['#5E0F13', '#8E191D'],
    floor: ['#6B2A1C', '#2B0D0A'],
    set: redRoom(),
  }),
  'stage-cloth-sea': stage([1200, 900], {
    back: ['#F08A5D', '#FFD9A0'],
    floor: ['#17456A', '#0A2238'],
    set: clothSea(),
    light: '#FFFFFF',
  }),
  'stage-stairs': stage([1200, 900], {
    back: ['#8FA3A8', '#E4DCCB'],
    floor: ['#8F846F', '#4A4436'],
    set: stairs(),
  }),
} as const satisfies Record<string, SampleImage>;
