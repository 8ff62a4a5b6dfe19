/* global requestAnimationFrame */
/** Waits for a number of frames. */
export async function frames(count) {
  for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
}

/** Waits until a condition holds, checked once per frame. */
export async function whenQuiet(holds) {
  while (!holds()) await frames(1);
}
