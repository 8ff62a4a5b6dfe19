import { seededRandom } from '../seededRandom.ts';
import { halftone, n, repeat, type SampleImage } from './SampleImage.ts';

/** Umbrellas from above, on wet stones. */
function umbrellas(): string {
  const random = seededRandom(77);
  const cobbles = repeat(420, (i) => {
    const [column, row] = [i % 28, Math.floor(i / 28)];
    const x = column * 52 - (row % 2) * 26 - 14;
    return `<rect x="${n(x + random() * 5)}" y="${n(row * 62 - 10 + random() * 5)}" width="46" height="55" rx="12" fill="hsl(${n(205 + random() * 14)} 14% ${n(25 + random() * 13)}%)"/>`;
  });
  const shine = repeat(
    34,
    () =>
      `<path d="M${n(random() * 1400)} ${n(random() * 900)}q26 -7 ${n(44 + random() * 60)} 0" stroke="#B9D3DE" stroke-width="3" fill="none" stroke-linecap="round" opacity="${n(0.12 + random() * 0.3)}"/>`,
  );
  const umbrella = (
    x: number,
    y: number,
    r: number,
    rotationDeg: number,
    light: string,
    dark: string,
  ): string => {
    const corner = (i: number, d: number): string => {
      const at = ((rotationDeg + i * 45) * Math.PI) / 180;
      return `${n(x + d * Math.cos(at))} ${n(y + d * Math.sin(at))}`;
    };
    return (
      `<ellipse cx="${n(x + r * 0.2)}" cy="${n(y + r * 0.26)}" rx="${n(r)}" ry="${n(r * 0.96)}" fill="#0B1216" opacity=".45"/>` +
      repeat(
        8,
        (i) =>
          `<path d="M${n(x)} ${n(y)}L${corner(i, r)}Q${corner(i + 0.5, r * 0.86)} ${corner(i + 1, r)}Z" fill="${i % 2 === 0 ? light : dark}"/>`,
      ) +
      repeat(
        8,
        (i) =>
          `<path d="M${n(x)} ${n(y)}L${corner(i, r)}" stroke="#0B1216" stroke-opacity=".25" stroke-width="2.5"/><circle cx="${corner(i, r).split(' ')[0] ?? ''}" cy="${corner(i, r).split(' ')[1] ?? ''}" r="5" fill="#F3E6C8"/>`,
      ) +
      `<circle cx="${n(x)}" cy="${n(y)}" r="8" fill="#F3E6C8"/>`
    );
  };
  const rain = repeat(90, () => {
    const [x, y, l] = [random() * 1400, random() * 900, 16 + random() * 40];
    return `<path d="M${n(x)} ${n(y)}l${n(-l * 0.18)} ${n(l)}" stroke="#E8F2F5" stroke-width="2" opacity=".5"/>`;
  });
  return (
    '<rect width="1400" height="900" fill="#222D33"/>' +
    cobbles +
    shine +
    umbrella(280, 250, 190, 12, '#D8402F', '#B72F22') +
    umbrella(690, 190, 150, 30, '#F2B544', '#F6C768') +
    umbrella(1120, 330, 215, 5, '#F5EBDD', '#2E6B5A') +
    umbrella(560, 610, 205, 22, '#A9CFE0', '#8DBBD0') +
    umbrella(170, 700, 130, 40, '#F2C9C0', '#EAB2A6') +
    umbrella(940, 740, 140, 18, '#12372A', '#1B4B3A') +
    umbrella(1310, 790, 120, 33, '#D8402F', '#F5EBDD') +
    rain
  );
}

/** A round cake with plums, from above, still in its tin. */
function plumCake(): string {
  const random = seededRandom(9);
  const plum = (at: number, d: number, size: number): string => {
    const [x, y] = [600 + d * Math.cos(at), 560 + d * Math.sin(at)];
    const deg = (at * 180) / Math.PI + 90 + (random() - 0.5) * 16;
    return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(deg)}) scale(${n(size)})"><path d="M0 -48C30 -34 34 26 0 50C-34 26 -30 -34 0 -48Z" fill="#4A1638"/><path d="M0 -38C21 -26 24 20 0 40C-24 20 -21 -26 0 -38Z" fill="#B23A55"/><path d="M0 -38C21 -26 24 20 0 40C10 16 10 -16 0 -38Z" fill="#D9586A"/><path d="M0 -20C9 -12 9 12 0 22C-9 12 -9 -12 0 -20Z" fill="#6E1B3A"/></g>`;
  };
  const checks = repeat(
    14,
    (i) =>
      `<path d="M${n(i * 96)} 0V1120" stroke="#6F8FB5" stroke-width="44" opacity=".34"/><path d="M0 ${n(i * 96)}H1200" stroke="#6F8FB5" stroke-width="44" opacity=".34"/>`,
  );
  const sugar = repeat(240, () => {
    const [at, d] = [random() * 6.28, Math.sqrt(random()) * 400];
    return `<circle cx="${n(600 + d * Math.cos(at))}" cy="${n(560 + d * Math.sin(at))}" r="${n(1 + random() * 3)}" fill="#fff" opacity="${n(0.4 + random() * 0.5)}"/>`;
  });
  const rings: readonly (readonly [number, number, number])[] = [
    [21, 372, 1.18],
    [15, 262, 1.16],
    [9, 156, 1.12],
    [4, 62, 1],
  ];
  return (
    '<defs><radialGradient id="d"><stop offset=".55" stop-color="#F3CB7A"/><stop offset="1" stop-color="#C9812F"/></radialGradient><filter id="s"><feGaussianBlur stdDeviation="22"/></filter></defs>' +
    '<rect width="1200" height="1120" fill="#F7F1E3"/>' +
    checks +
    '<ellipse cx="632" cy="612" rx="500" ry="492" fill="#3B2A25" opacity=".4" filter="url(#s)"/><circle cx="600" cy="560" r="486" fill="#54585C"/><circle cx="600" cy="560" r="470" fill="#8B9196"/><circle cx="600" cy="560" r="456" fill="url(#d)"/>' +
    repeat(
      60,
      (i) =>
        `<circle cx="${n(600 + 440 * Math.cos(i * 0.1047))}" cy="${n(560 + 440 * Math.sin(i * 0.1047))}" r="17" fill="${i % 2 === 0 ? '#D89A45' : '#C98633'}"/>`,
    ) +
    rings
      .map(([count, d, size]) => repeat(count, (i) => plum((i / count) * 6.283 + d, d, size)))
      .join('') +
    sugar
  );
}

/** A night bus under a sun that should have set. */
function nightBus(): string {
  const sun = halftone([1100, 900], 17, '#F6C445', (x, y) => {
    const d = Math.hypot((x - 0.5) * 1.22, y - 0.47);
    return d > 0.4 ? 0 : 1.15 - y * 1.5;
  });
  const hills = halftone([1100, 900], 13, '#1B1613', (x, y) =>
    y > 0.64 + 0.05 * Math.sin(x * 9 + 1) ? (y - 0.56) * 2.4 : 0,
  );
  return (
    '<rect width="1100" height="900" fill="#F2542D"/><circle cx="550" cy="423" r="366" fill="#FF7B3D"/>' +
    sun +
    '<path d="M0 640Q220 560 420 612T800 580T1100 626V900H0Z" fill="#7A1F2B"/>' +
    hills +
    '<g transform="translate(270 470) rotate(-3)"><path d="M0 34Q2 0 40 0H520Q556 0 560 36L566 186H0Z" fill="#F5EBDD"/><path d="M0 112H563L566 186H0Z" fill="#2B4EFF"/>' +
    repeat(
      6,
      (i) =>
        `<rect x="${n(26 + i * 74)}" y="30" width="60" height="62" rx="8" fill="${i === 2 || i === 4 ? '#F6C445' : '#1B1613'}"/>`,
    ) +
    '<rect x="480" y="30" width="64" height="84" rx="8" fill="#1B1613"/><circle cx="126" cy="190" r="42" fill="#1B1613"/><circle cx="126" cy="190" r="16" fill="#F5EBDD"/><circle cx="440" cy="190" r="42" fill="#1B1613"/><circle cx="440" cy="190" r="16" fill="#F5EBDD"/>' +
    '<circle cx="200" cy="74" r="14" fill="#1B1613"/><path d="M178 92q22 -16 44 0Z" fill="#1B1613"/><circle cx="352" cy="70" r="14" fill="#1B1613"/><path d="M330 92q22 -20 44 0Z" fill="#1B1613"/><path d="M566 130l250 -40v130Z" fill="#F6C445" opacity=".55"/></g>'
  );
}

/** Four people waiting for the doors to close. */
function elevator(): string {
  const head = (x: number, y: number, s: number, hair: string): string =>
    `<g transform="translate(${n(x)} ${n(y)}) scale(${n(s)})"><path d="M-96 560Q-100 120 0 112Q100 120 96 560Z" fill="#1B1613"/><path d="M-24 80h48v50h-48Z" fill="#F5EBDD"/><ellipse cx="0" cy="20" rx="62" ry="78" fill="#F5EBDD"/>${hair}<path d="M-30 18h16M14 18h16" stroke="#1B1613" stroke-width="9" stroke-linecap="round"/><path d="M0 22l-9 26h12" fill="none" stroke="#1B1613" stroke-width="5"/><path d="M-16 66h30" stroke="#F2542D" stroke-width="8" stroke-linecap="round"/></g>`;
  return (
    '<rect width="1000" height="760" fill="#2B4EFF"/><rect x="70" y="50" width="860" height="760" fill="#F6C445"/>' +
    halftone([1000, 760], 15, '#F2542D', (x, y) =>
      x > 0.07 && x < 0.93 && y > 0.065 ? y * 0.95 - 0.08 : 0,
    ) +
    head(
      210,
      330,
      1.08,
      '<path d="M-66 8Q-70 -76 0 -78Q70 -76 66 8Q40 -34 0 -34T-66 8Z" fill="#1B1613"/>',
    ) +
    head(
      420,
      290,
      1.15,
      '<path d="M-84 60Q-96 -90 0 -84Q96 -90 84 60Q60 60 62 -10Q20 -20 0 -46Q-30 -10 -62 -10Q-60 60 -84 60Z" fill="#7A1F2B"/>',
    ) +
    head(
      612,
      350,
      1.02,
      '<circle cx="0" cy="-72" r="46" fill="#1B1613"/><circle cx="-48" cy="-44" r="34" fill="#1B1613"/><circle cx="48" cy="-44" r="34" fill="#1B1613"/>',
    ) +
    head(
      800,
      310,
      1.1,
      '<path d="M-70 -24H70L52 -72H-50Z" fill="#2B4EFF"/><path d="M-94 -24H98v14H-94Z" fill="#1B1613"/><path d="M-24 52q24 16 48 0v-8h-48Z" fill="#1B1613"/>',
    ) +
    '<path d="M0 0H118V760H0Z" fill="#8FA0FF"/><path d="M104 0h14V760h-14Z" fill="#1B1613"/><path d="M1000 0H882V760H1000Z" fill="#8FA0FF"/><path d="M882 0h14V760h-14Z" fill="#1B1613"/>'
  );
}

const SKINS = ['#F6D3B3', '#E8B48C', '#C98A5E', '#8D5A3A', '#FBE0C8', '#6B4228'];
const HAIRS = ['#2B1B14', '#6B3A1E', '#D9A441', '#B5532A', '#111418', '#8A5A33'];
const SHIRTS = ['#E4572E', '#2E86AB', '#F3B61F', '#5DA271', '#9B5DE5', '#F28FAD'];

/** A class in three rows. */
function classPhoto(): string {
  const random = seededRandom(2026);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const child = (x: number, y: number): string => {
    const [skin, hair, shirt] = [pick(SKINS), pick(HAIRS), pick(SHIRTS)];
    const kind = Math.floor(random() * 5);
    const tilt = (random() - 0.5) * 14;
    const top =
      [
        `<path d="M-46 6Q-52 -58 0 -60Q52 -58 46 6Q30 -26 0 -26T-46 6Z" fill="${hair}"/>`,
        `<path d="M-58 56Q-66 -62 0 -62Q66 -62 58 56Q42 40 44 -10Q0 -8 -20 -34Q-30 -8 -44 -8Q-44 40 -58 56Z" fill="${hair}"/>`,
        `<path d="M-46 -4Q-48 -56 0 -58Q48 -56 46 -4Q0 -36 -46 -4Z" fill="${hair}"/><circle cx="-58" cy="-6" r="20" fill="${hair}"/><circle cx="58" cy="-6" r="20" fill="${hair}"/>`,
        repeat(
          7,
          (i) =>
            `<circle cx="${n(-42 + i * 14)}" cy="${n(-38 - Math.sin(i * 0.52) * 16)}" r="19" fill="${hair}"/>`,
        ),
        `<path d="M-46 -6L-40 -60L-22 -44L-8 -70L8 -46L26 -66L34 -42L48 -54L46 -6Q0 -34 -46 -6Z" fill="${hair}"/>`,
      ][kind] ?? '';
    const mouth =
      [
        '<path d="M-16 22Q0 42 16 22Z" fill="#7A2230"/>',
        '<path d="M-14 26Q0 38 14 26" fill="none" stroke="#5B1D26" stroke-width="4" stroke-linecap="round"/>',
        '<path d="M-18 20Q0 46 18 20Z" fill="#7A2230"/><path d="M-9 21h8v8h-8Z" fill="#fff"/>',
        '<circle cy="28" r="7" fill="#7A2230"/>',
      ][Math.floor(random() * 4)] ?? '';
    const glasses =
      random() < 0.22
        ? '<g fill="none" stroke="#222" stroke-width="4"><circle cx="-17" cy="2" r="13"/><circle cx="17" cy="2" r="13"/><path d="M-4 2h8"/></g>'
        : '';
    return `<g transform="translate(${n(x)} ${n(y)})"><path d="M-72 190Q-78 62 -20 56H20Q78 62 72 190Z" fill="${shirt}"/><g transform="rotate(${n(tilt)})"><path d="M-13 36h26v30h-26Z" fill="${skin}"/><circle r="46" fill="${skin}"/>${top}<circle cx="-17" cy="2" r="5" fill="#1B1613"/><circle cx="17" cy="2" r="5" fill="#1B1613"/>${glasses}${mouth}<circle cx="-28" cy="17" r="8" fill="#E4572E" opacity=".25"/><circle cx="28" cy="17" r="8" fill="#E4572E" opacity=".25"/></g></g>`;
  };
  return (
    '<rect width="1200" height="760" fill="#8CC7C0"/><path d="M0 0H1200V470H0Z" fill="#BFE3DC"/>' +
    repeat(
      9,
      (i) =>
        `<path d="M${n(i * 140 - 40)} 470V${n(300 - (i % 3) * 40)}Q${n(i * 140 + 20)} ${n(210 - (i % 3) * 40)} ${n(i * 140 + 80)} ${n(300 - (i % 3) * 40)}V470Z" fill="${i % 2 === 0 ? '#6FB08A' : '#82BD8F'}"/>`,
    ) +
    repeat(7, (i) => child(168 + i * 144 + (random() - 0.5) * 16, 252 + (random() - 0.5) * 26)) +
    repeat(8, (i) => child(96 + i * 144 + (random() - 0.5) * 12, 404 + (random() - 0.5) * 22)) +
    repeat(7, (i) => child(168 + i * 144 + (random() - 0.5) * 14, 566 + (random() - 0.5) * 20))
  );
}

/** A snail, photocopied once too often. */
function snail(): string {
  const shell = halftone([1000, 760], 12, '#141414', (x, y) => {
    const [dx, dy] = [(x - 0.55) * 1.316, y - 0.45];
    const d = Math.hypot(dx, dy);
    if (d > 0.36) return 0;
    const swirl = (Math.log(d + 0.02) * 4.1 + Math.atan2(dy, dx)) / (2 * Math.PI);
    const along = swirl - Math.floor(swirl);
    return along < 0.22 ? 1.3 : 0.12 + along * 0.55;
  });
  return (
    '<rect width="1000" height="760" fill="#fff"/>' +
    halftone([1000, 760], 12, '#141414', (_, y) => (y > 0.86 ? 0.4 : 0.035)) +
    '<path d="M30 694Q70 640 150 640Q206 600 196 470Q150 420 120 330L148 318Q180 400 224 440Q250 380 244 300L276 296Q286 400 268 470Q330 560 420 600Q700 690 960 664Q990 676 970 694Z" fill="#fff" stroke="#141414" stroke-width="15" stroke-linejoin="round"/>' +
    '<circle cx="132" cy="312" r="29" fill="#141414"/><circle cx="260" cy="286" r="29" fill="#141414"/><circle cx="124" cy="304" r="9" fill="#fff"/><circle cx="252" cy="278" r="9" fill="#fff"/><path d="M172 566q30 22 62 2" fill="none" stroke="#141414" stroke-width="9" stroke-linecap="round"/>' +
    '<circle cx="550" cy="342" r="277" fill="#fff"/>' +
    shell +
    '<circle cx="550" cy="342" r="277" fill="none" stroke="#141414" stroke-width="17"/>'
  );
}

/** Lemons on their branch, in gouache. */
function lemons(): string {
  const leaf = (x: number, y: number, deg: number, s: number, c: string): string =>
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(deg)}) scale(${n(s)})"><path d="M0 0C40 -52 130 -52 180 0C130 46 40 44 0 0Z" fill="${c}"/><path d="M6 0H160" stroke="#F4F1DF" stroke-opacity=".45" stroke-width="4"/></g>`;
  const lemon = (x: number, y: number, deg: number, s: number): string =>
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(deg)}) scale(${n(s)})"><path d="M-118 0C-96 -84 60 -104 104 -22Q128 -20 132 0Q128 20 104 22C60 104 -96 84 -118 0Z" fill="#F5C827"/><path d="M-118 0C-96 84 60 104 104 22C40 60 -60 54 -118 0Z" fill="#DDA614"/><path d="M-70 -40Q-20 -70 30 -58" stroke="#FCEB9C" stroke-width="14" fill="none" stroke-linecap="round"/></g>`;
  const flower = (x: number, y: number, s: number): string =>
    `<g transform="translate(${n(x)} ${n(y)}) scale(${n(s)})">${repeat(5, (i) => `<ellipse cx="0" cy="-30" rx="18" ry="32" fill="#FFFDF5" stroke="#E9DFC0" stroke-width="2" transform="rotate(${n(i * 72)})"/>`)}<circle r="13" fill="#E6A93A"/></g>`;
  return (
    '<rect width="1200" height="520" fill="#F7F1DE"/><path d="M-20 120Q300 60 600 150T1220 96" fill="none" stroke="#6B5A33" stroke-width="13" stroke-linecap="round"/><path d="M300 100Q330 190 300 250M880 142Q900 210 860 260M590 148Q600 200 640 240" fill="none" stroke="#6B5A33" stroke-width="9"/>' +
    leaf(60, 120, 28, 1.1, '#5E7B3C') +
    leaf(200, 92, -34, 0.9, '#7C9A4E') +
    leaf(330, 110, 40, 1.15, '#47652F') +
    leaf(470, 118, -40, 1, '#5E7B3C') +
    leaf(520, 150, 130, 0.9, '#7C9A4E') +
    leaf(660, 160, 24, 1.2, '#47652F') +
    leaf(740, 160, -36, 0.95, '#5E7B3C') +
    leaf(930, 126, 34, 1.1, '#7C9A4E') +
    leaf(1010, 112, -30, 0.9, '#47652F') +
    leaf(1080, 110, 60, 0.9, '#5E7B3C') +
    leaf(250, 110, 120, 0.8, '#7C9A4E') +
    lemon(286, 330, 78, 1.06) +
    lemon(646, 318, 96, 0.92) +
    lemon(846, 344, 70, 1.1) +
    lemon(120, 262, 110, 0.72) +
    lemon(1084, 262, 84, 0.76) +
    flower(420, 160, 1) +
    flower(780, 118, 0.85) +
    flower(476, 206, 0.7) +
    flower(990, 180, 0.9) +
    flower(170, 150, 0.8)
  );
}

/** A tile from an old kitchen wall; it repeats seamlessly. */
function tile(): string {
  const corner = (x: number, y: number): string =>
    `<g transform="translate(${n(x)} ${n(y)})"><circle r="56" fill="none" stroke="#27548A" stroke-width="9"/><circle r="30" fill="#E9B949"/></g>`;
  return (
    '<rect width="240" height="240" fill="#FBF7EA"/>' +
    corner(0, 0) +
    corner(240, 0) +
    corner(0, 240) +
    corner(240, 240) +
    repeat(
      4,
      (i) =>
        `<path d="M120 120C150 92 150 52 120 26C90 52 90 92 120 120Z" fill="#27548A" transform="rotate(${n(i * 90)} 120 120)"/><path d="M120 120C140 100 176 92 190 50C148 64 140 100 120 120Z" fill="#7BA3CC" transform="rotate(${n(i * 90)} 120 120)"/>`,
    ) +
    '<circle cx="120" cy="120" r="15" fill="#E9B949"/>'
  );
}

/** A woman in a raincoat who has found something. */
function forager(): string {
  return (
    '<rect width="600" height="600" fill="#F4B942"/><circle cx="300" cy="300" r="240" fill="#F7CB69"/>' +
    repeat(
      7,
      (i) =>
        `<path d="M${n(30 + i * 92)} 600V${n(360 - (i % 2) * 120)}q16 -60 34 0V600Z" fill="#0E4A45" opacity=".9"/>`,
    ) +
    '<path d="M120 600Q124 400 300 392Q476 400 480 600Z" fill="#E4442E"/><path d="M300 396V600" stroke="#B5301F" stroke-width="7"/><circle cx="324" cy="470" r="9" fill="#F7E6BF"/><circle cx="324" cy="540" r="9" fill="#F7E6BF"/>' +
    '<path d="M164 330Q150 120 300 116Q450 120 436 330Q430 420 300 424Q170 420 164 330Z" fill="#C5331F"/><ellipse cx="300" cy="292" rx="98" ry="116" fill="#C98A5E"/><path d="M204 268Q206 176 300 174Q394 176 396 268Q350 236 318 210Q270 250 204 268Z" fill="#2B1B14"/>' +
    '<path d="M250 300q14 -12 28 0M322 300q14 -12 28 0" stroke="#2B1B14" stroke-width="7" fill="none" stroke-linecap="round"/><path d="M262 352Q300 390 338 352Z" fill="#7A2230"/><circle cx="240" cy="336" r="16" fill="#E4442E" opacity=".35"/><circle cx="360" cy="336" r="16" fill="#E4442E" opacity=".35"/>' +
    '<path d="M430 600Q420 500 446 470" stroke="#E4442E" stroke-width="56" fill="none" stroke-linecap="round"/><path d="M436 452q-6 -70 4 -96h34q10 40 4 96Z" fill="#F7EBD3"/><path d="M376 366Q390 280 458 278Q528 282 540 366Q458 394 376 366Z" fill="#8A4B2A"/><circle cx="430" cy="326" r="9" fill="#F7EBD3"/><circle cx="480" cy="312" r="12" fill="#F7EBD3"/><circle cx="508" cy="346" r="7" fill="#F7EBD3"/><circle cx="452" cy="462" r="25" fill="#C98A5E"/>'
  );
}

/** Images of the other pages. */
export const otherImages = {
  'shop-umbrellas': { width: 1400, height: 900, grain: 0.2, draw: umbrellas },
  'plum-cake': {
    width: 1000,
    height: 932,
    grain: 0.22,
    draw: () => `<g transform="scale(.8334)">${plumCake()}</g>`,
  },
  'band-bus': { width: 1100, height: 900, grain: 0.22, draw: nightBus },
  'band-elevator': { width: 1000, height: 760, grain: 0.24, draw: elevator },
  'class-photo': { width: 1200, height: 760, grain: 0.14, draw: classPhoto },
  'zine-snail': { width: 1000, height: 760, grain: 0, draw: snail },
  'wedding-lemons': { width: 1200, height: 520, grain: 0.3, draw: lemons },
  'wedding-tile': { width: 240, height: 240, grain: 0.16, draw: tile },
  'links-forager': { width: 600, height: 600, grain: 0.28, draw: forager },
} as const satisfies Record<string, SampleImage>;
