import type { FontMeasurer } from './FontMeasurer.ts';
import { fontOf } from './RunStyle.ts';
import type { PlacedRun } from './TextLayout.ts';

/**
 * Spreads a line's spare width over its spaces, as `text-align: justify` does. Runs are cut into
 * words, each with its place.
 *
 * @param spare px to give out
 */
export function justifyRuns(
  runs: readonly PlacedRun[],
  spare: number,
  measurer: FontMeasurer,
): readonly PlacedRun[] {
  const trimmed = dropTrailingSpace(runs);
  const gaps = trimmed.reduce((sum, run) => sum + (run.text.match(/ /g)?.length ?? 0), 0);
  if (gaps === 0 || spare <= 0) return runs;
  const each = spare / gaps;
  let shift = 0;
  const words: PlacedRun[] = [];
  for (const run of trimmed) {
    const font = fontOf(run.style);
    const before = shift;
    for (const part of run.text.matchAll(/[^ ]+|( +)/g)) {
      const spaces = part[1]?.length ?? 0;
      const offset = measurer.width(run.text.slice(0, part.index), font);
      const width = measurer.width(part[0], font);
      words.push({
        ...run,
        text: part[0],
        x: run.x + offset + shift,
        width: width + spaces * each,
      });
      shift += spaces * each;
    }
    if (before === shift && run.text === '') words.push(run);
  }
  return words;
}

function dropTrailingSpace(runs: readonly PlacedRun[]): PlacedRun[] {
  const kept = [...runs];
  while (kept.length > 0) {
    const last = kept.pop();
    if (!last) break;
    const text = last.text.trimEnd();
    if (text === '') continue;
    kept.push({ ...last, text });
    break;
  }
  return kept;
}
