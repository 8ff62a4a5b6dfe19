/** A corner of an outline. */
export type Corner = readonly [x: number, y: number];

const format = (value: number): string => String(Math.round(value * 100) / 100 + 0);

/** A template tag for path data. Rounds numbers to hundredths, to keep the path short. */
export function pathData(strings: TemplateStringsArray, ...values: readonly number[]): string {
  return strings
    .map((part, index) => part + format(values[index] ?? 0))
    .join('')
    .slice(0, -1);
}

/** The point at an angle (clockwise, 0 is up) and a distance from a centre. */
export function polar(center: Corner, radius: number, deg: number): Corner {
  const angle = (deg * Math.PI) / 180;
  return [center[0] + radius * Math.sin(angle), center[1] - radius * Math.cos(angle)];
}

/** A filled circle. Overlapping clockwise outlines fill as one. */
export function disc(x: number, y: number, radius: number): string {
  return ellipse(x, y, radius, radius, 0, 1);
}

/** A circular hole; it runs counter-clockwise. */
export function hole(x: number, y: number, radius: number): string {
  return ellipse(x, y, radius, radius, 0, 0);
}

/** An ellipse, rotated clockwise; `sweep` 1 fills, 0 cuts out. */
export function ellipse(
  x: number,
  y: number,
  rx: number,
  ry: number,
  deg: number,
  sweep: 0 | 1,
): string {
  const [dx, dy] = polar([0, 0], ry, deg);
  const arc = pathData`A${rx} ${ry} ${deg} 0 ${sweep} `;
  return (
    pathData`M${x + dx} ${y + dy}` +
    arc +
    pathData`${x - dx} ${y - dy}` +
    arc +
    pathData`${x + dx} ${y + dy}` +
    'Z'
  );
}

/** A line with round ends. */
export function capsule(x1: number, y1: number, x2: number, y2: number, width: number): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const radius = width / 2;
  const dx = ((y2 - y1) / length) * radius;
  const dy = (-(x2 - x1) / length) * radius;
  return (
    pathData`M${x1 + dx} ${y1 + dy}L${x2 + dx} ${y2 + dy}A${radius} ${radius} 0 0 1 ${x2 - dx} ${y2 - dy}` +
    pathData`L${x1 - dx} ${y1 - dy}A${radius} ${radius} 0 0 1 ${x1 + dx} ${y1 + dy}` +
    'Z'
  );
}

/**
 * A polygon with rounded corners; clockwise corners fill, counter-clockwise ones cut out.
 *
 * @param radius the distance from a corner at which its curve starts, at most half of the side; a
 *   list has one for each corner
 */
export function roundedPolygon(
  corners: readonly Corner[],
  radius: number | readonly number[],
): string {
  const count = corners.length;
  const at = (index: number): Corner => corners[(index + count) % count] ?? [0, 0];
  const towards = (from: Corner, to: Corner, by: number): Corner => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const part = Math.min(by, length / 2) / length;
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  };
  const parts = corners.map((corner, index) => {
    const by = typeof radius === 'number' ? radius : (radius[index] ?? 0);
    const start = towards(corner, at(index - 1), by);
    const end = towards(corner, at(index + 1), by);
    const line = (index === 0 ? 'M' : 'L') + pathData`${start[0]} ${start[1]}`;
    return by === 0 ? line : line + pathData`Q${corner[0]} ${corner[1]} ${end[0]} ${end[1]}`;
  });
  return parts.join('') + 'Z';
}

/** A rounded rectangle; `cut` makes it a hole. */
export function roundedRectangle(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  cut = false,
): string {
  const corners: Corner[] = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
  return roundedPolygon(cut ? corners.reverse() : corners, radius);
}

/** A star: `points` outer corners at radius `outer`, with inner ones between them at `inner`. */
export function star(
  points: number,
  outer: number,
  inner: number,
  radius: readonly [number, number],
): string {
  const corners = Array.from({ length: points * 2 }, (_, index) =>
    polar([50, 50], index % 2 === 0 ? outer : inner, (index * 180) / points),
  );
  return roundedPolygon(
    corners,
    corners.map((_, index) => radius[index % 2] ?? 0),
  );
}

/** A ring of round petals: arcs that bulge outwards between points on a circle. */
export function petals(
  count: number,
  radius: number,
  center: Corner = [50, 50],
  bulge = 1,
): string {
  const step = 360 / count;
  const chord = 2 * radius * Math.sin((step * Math.PI) / 360);
  const arc = pathData`A${(chord / 2) * bulge} ${(chord / 2) * bulge} 0 0 1 `;
  const points = Array.from({ length: count }, (_, index) =>
    polar(center, radius, (index - 0.5) * step),
  );
  const [first] = points;
  if (!first) return '';
  return (
    pathData`M${first[0]} ${first[1]}` +
    [...points.slice(1), first].map(([x, y]) => arc + pathData`${x} ${y}`).join('') +
    'Z'
  );
}

/** A wavy band of half circles from left to right, with round ends. */
export function squiggle(y: number, arcs: number, thickness: number): string {
  const halfThickness = thickness / 2;
  const radius = (100 - thickness) / (arcs * 2);
  const crossing = (index: number): number => halfThickness + index * radius * 2;
  // The band is vertical where it crosses its middle line, so its sides are left and right of the
  // crossing.
  const sideAt = (index: number): number => (index % 2 === 0 ? -halfThickness : halfThickness);
  const arc = (wide: boolean, x: number): string => {
    const size = wide ? radius + halfThickness : radius - halfThickness;
    return pathData`A${size} ${size} 0 0 ${wide ? 1 : 0} ${x} ${y}`;
  };
  let path = pathData`M${crossing(0) - halfThickness} ${y}`;
  for (let index = 0; index < arcs; index++)
    path += arc(index % 2 === 0, crossing(index + 1) + sideAt(index + 1));
  path += pathData`A${halfThickness} ${halfThickness} 0 0 1 ${crossing(arcs) - sideAt(arcs)} ${y}`;
  for (let index = arcs - 1; index >= 0; index--)
    path += arc(index % 2 === 1, crossing(index) - sideAt(index));
  return (
    path +
    pathData`A${halfThickness} ${halfThickness} 0 0 1 ${crossing(0) - halfThickness} ${y}` +
    'Z'
  );
}

/** A disc with a mouth of 70 degrees that opens towards an angle. */
export function claw(x: number, y: number, radius: number, deg: number): string {
  const [x1, y1] = polar([x, y], radius, deg + 35);
  const [x2, y2] = polar([x, y], radius, deg - 35);
  const [tipX, tipY] = polar([x, y], -radius * 0.25, deg);
  return pathData`M${tipX} ${tipY}L${x1} ${y1}A${radius} ${radius} 0 1 1 ${x2} ${y2}Z`;
}

/** A square with a stamp's edge: a row of half discs is cut out of each side. */
export function perforated(cutsPerSide: number, radius: number): string {
  const pitch = 100 / cutsPerSide;
  const flat = (pitch - 2 * radius) / 2;
  const cut = pathData`A${radius} ${radius} 0 0 0 `;
  const along = (pointAt: (distance: number) => Corner): string =>
    Array.from({ length: cutsPerSide }, (_, index) => {
      const [x1, y1] = pointAt(index * pitch + flat);
      const [x2, y2] = pointAt((index + 1) * pitch - flat);
      return pathData`L${x1} ${y1}` + cut + pathData`${x2} ${y2}`;
    }).join('');
  return (
    'M0 0' +
    along((d) => [d, 0]) +
    'L100 0' +
    along((d) => [100, d]) +
    'L100 100' +
    along((d) => [100 - d, 100]) +
    'L0 100' +
    along((d) => [0, 100 - d]) +
    'Z'
  );
}

/**
 * Stretches a path of absolute commands from its own frame into the 100 by 100 box.
 *
 * @param frame the path's bounds: left, top, width and height
 */
export function fitPath(frame: readonly [number, number, number, number], path: string): string {
  const [left, top, width, height] = frame;
  const scaleX = 100 / width;
  const scaleY = 100 / height;
  return path.replace(/([MLHVCSQTAZ])([^MLHVCSQTAZ]*)/g, (_, command: string, rest: string) => {
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const fitted = numbers.map((value, index) => {
      if (command === 'H') return format((value - left) * scaleX);
      if (command === 'V') return format((value - top) * scaleY);
      if (command !== 'A')
        return format(index % 2 === 0 ? (value - left) * scaleX : (value - top) * scaleY);
      const argument = index % 7;
      if (argument === 0) return format(value * scaleX);
      if (argument === 1) return format(value * scaleY);
      if (argument === 5) return format((value - left) * scaleX);
      return argument === 6 ? format((value - top) * scaleY) : String(value);
    });
    return command + fitted.join(' ');
  });
}
