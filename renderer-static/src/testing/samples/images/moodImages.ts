import { seededRandom } from '../seededRandom.ts';
import { n, repeat, type SampleImage } from './SampleImage.ts';

/** A shore of firs, each row paler than the one in front of it. */
function fog(): string {
  const row = (foot: number, size: number, color: string, seed: number): string => {
    const random = seededRandom(seed);
    return `<g fill="${color}">${repeat(34, () => {
      const x = random() * 960 - 30;
      const h = size * (0.55 + random() * 0.7);
      const w = h * 0.3;
      return `<path d="M${n(x)} ${n(foot)}L${n(x + w / 2)} ${n(foot - h)}L${n(x + w)} ${n(foot)}Z"/>`;
    })}<rect y="${n(foot - 6)}" width="900" height="26"/></g>`;
  };
  return (
    '<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#D8DDD9"/><stop offset=".55" stop-color="#EDEBE2"/><stop offset="1" stop-color="#9FB0AE"/></linearGradient><filter id="m"><feGaussianBlur stdDeviation="9"/></filter></defs>' +
    '<rect width="900" height="1100" fill="url(#s)"/><circle cx="640" cy="250" r="62" fill="#F8F3E4"/>' +
    row(470, 190, '#C3CCC8', 3) +
    row(520, 230, '#A3B2AF', 8) +
    row(575, 280, '#6F8483', 13) +
    '<rect y="545" width="900" height="80" fill="#DDE0DA" filter="url(#m)" opacity=".75"/>' +
    row(640, 200, '#3D5152', 17) +
    '<rect y="650" width="900" height="450" fill="#A9B8B6"/>' +
    repeat(
      44,
      (i) =>
        `<path d="M${n((i * 211) % 900)} ${n(668 + i * 9.7)}h${n(60 + ((i * 53) % 180))}" stroke="${i % 3 === 0 ? '#C9D2CF' : '#8FA19F'}" stroke-width="${n(2 + i * 0.12)}" stroke-linecap="round" opacity=".8"/>`,
    ) +
    '<path d="M300 1100L392 780H432L640 1100Z" fill="#6B5442"/>' +
    repeat(
      12,
      (i) =>
        `<path d="M${n(392 - i * i * 0.75)} ${n(786 + i * i * 2.5)}H${n(434 + i * i * 1.6)}" stroke="#4B3A2D" stroke-width="${n(2 + i * 0.5)}"/>`,
    )
  );
}

/** Linen, thread over thread. */
function linen(): string {
  const random = seededRandom(4);
  return (
    '<rect width="700" height="700" fill="#D9CBB2"/>' +
    repeat(
      140,
      (i) =>
        `<path d="M${n(i * 5 + 2)} 0V700" stroke="${random() < 0.5 ? '#CBBB9E' : '#E5DAC5'}" stroke-width="${n(1.6 + random() * 2)}" opacity=".75"/>`,
    ) +
    repeat(
      140,
      (i) =>
        `<path d="M0 ${n(i * 5 + 2)}H700" stroke="${random() < 0.5 ? '#BFAE8F' : '#EFE6D5'}" stroke-width="${n(1.2 + random() * 2)}" opacity=".5"/>`,
    )
  );
}

/** A wall that somebody has plastered by hand. */
function plaster(): string {
  const random = seededRandom(6);
  return (
    '<rect width="480" height="480" fill="#E7E1D4"/>' +
    repeat(70, () => {
      const [x, y, r] = [random() * 480, random() * 480, 30 + random() * 60];
      const arc = `q${n(r)} ${n(-r * 0.5)} ${n(r * 2)} ${n(r * 0.1)}`;
      const color = random() < 0.5 ? '#fff' : '#D9D1C0';
      // Repeated beyond each edge, so that the image tiles.
      return [0, -480, 480]
        .flatMap((dx) =>
          [0, -480, 480].map(
            (dy) =>
              `<path d="M${n(x + dx)} ${n(y + dy)}${arc}" stroke="${color}" stroke-width="9" stroke-linecap="round" fill="none" opacity=".1"/>`,
          ),
        )
        .join('');
    })
  );
}

/** Stones of all sizes in pale cement. */
function terrazzo(): string {
  const random = seededRandom(12);
  const colors = ['#7C8F7B', '#B9694A', '#2F4A4A', '#D7B78A', '#8C7A6B', '#F4F0E6'];
  return (
    '<rect width="700" height="700" fill="#E6E0D4"/>' +
    repeat(230, () => {
      const [x, y, r] = [random() * 700, random() * 700, 5 + random() ** 2.4 * 46];
      const rotation = random() * 6.3;
      const corners = Array.from({ length: 6 }, (_, i) => {
        const at = rotation + (i / 6) * 6.28;
        const d = r * (0.55 + random() * 0.5);
        return `${n(x + d * Math.cos(at))} ${n(y + d * Math.sin(at) * 0.8)}`;
      });
      return `<path d="M${corners.join('L')}Z" fill="${colors[Math.floor(random() * 6)] ?? ''}"/>`;
    })
  );
}

/** Glazed tiles in slightly different greens. */
function tiles(): string {
  const random = seededRandom(31);
  const greens = ['#2F5D50', '#37695A', '#264F45', '#417565', '#2B584E', '#4C8070'];
  return (
    '<rect width="800" height="600" fill="#DCD5C6"/>' +
    repeat(60, (i) => {
      const row = Math.floor(i / 6);
      const x = (i % 6) * 160 - (row % 2) * 80;
      const y = row * 62 + 3;
      return (
        `<rect x="${n(x + 3)}" y="${n(y)}" width="154" height="56" rx="4" fill="${greens[Math.floor(random() * 6)] ?? ''}"/>` +
        `<path d="M${n(x + 12)} ${n(y + 12 + random() * 8)}q${n(50)} ${n(-7)} ${n(60 + random() * 60)} 0" stroke="#fff" stroke-width="4" fill="none" stroke-linecap="round" opacity="${n(0.15 + random() * 0.35)}"/>`
      );
    })
  );
}

/** A lamp over a table, at five in the afternoon. */
function lamp(): string {
  return (
    '<defs><radialGradient id="g" cx=".5" cy=".43" r=".62"><stop stop-color="#F9DFA0"/><stop offset=".4" stop-color="#C98B45"/><stop offset="1" stop-color="#2A2320"/></radialGradient></defs>' +
    '<rect width="700" height="900" fill="url(#g)"/><path d="M350 0V250" stroke="#1B1715" stroke-width="6"/>' +
    '<path d="M336 240h28v34q118 26 140 126H196q22-100 140-126Z" fill="#B5822F"/><path d="M340 250h10v34q-94 34-112 116h-26q22-94 124-122Z" fill="#F2CF7A"/><ellipse cx="350" cy="401" rx="154" ry="17" fill="#FFF3CF"/>' +
    '<path d="M0 720H700V900H0Z" fill="#3A2A20"/><ellipse cx="350" cy="742" rx="300" ry="44" fill="#E8B566" opacity=".5"/>' +
    '<path d="M236 700h96l-12 52q-36 12-72 0Z" fill="#E9E2D2"/><path d="M332 712q40 2 26 26-10 12-32 8" fill="none" stroke="#E9E2D2" stroke-width="9"/><path d="M430 742l120-20 34 22-122 22Z" fill="#2F4A4A"/><path d="M430 742l120-20 4-8-120 20Z" fill="#F4F0E6"/>'
  );
}

/** A stool by the window. */
function stool(): string {
  return (
    '<rect width="700" height="900" fill="#C9CFC6"/><path d="M0 690H700V900H0Z" fill="#9C8468"/>' +
    repeat(
      6,
      (i) =>
        `<path d="M${n(i * 150 - 60)} 900L${n(90 + i * 108)} 690" stroke="#866E55" stroke-width="4"/>`,
    ) +
    '<path d="M90 0H410V420L90 480Z" fill="#EEF0E8"/><path d="M90 0H410V420L90 480Z" fill="none" stroke="#7C8F7B" stroke-width="16"/><path d="M250 0V450M90 220L410 190" stroke="#7C8F7B" stroke-width="10"/>' +
    '<path d="M330 690L690 640V860L420 900Z" fill="#F6ECD2" opacity=".4"/>' +
    '<path d="M392 560L360 830M540 560L580 830M430 566L440 860M505 566L500 860" stroke="#5B3A26" stroke-width="17" stroke-linecap="round"/><path d="M384 726H560" stroke="#5B3A26" stroke-width="11"/><ellipse cx="466" cy="548" rx="114" ry="30" fill="#B9694A"/><ellipse cx="466" cy="539" rx="114" ry="30" fill="#D58A66"/>'
  );
}

/** Images of the moodboard. */
export const moodImages = {
  'mood-fog': { width: 900, height: 1100, grain: 0.18, draw: fog },
  'mood-linen': { width: 700, height: 700, grain: 0.4, draw: linen },
  'mood-plaster': { width: 480, height: 480, grain: 0.12, draw: plaster },
  'mood-terrazzo': { width: 700, height: 700, grain: 0.22, draw: terrazzo },
  'mood-tiles': { width: 800, height: 600, grain: 0.22, draw: tiles },
  'mood-lamp': { width: 700, height: 900, grain: 0.22, draw: lamp },
  'mood-stool': { width: 700, height: 900, grain: 0.3, draw: stool },
} as const satisfies Record<string, SampleImage>;
