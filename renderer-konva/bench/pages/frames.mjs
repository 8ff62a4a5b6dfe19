/* global requestAnimationFrame */
/** Waits for so many frames. */
export async function frames(count) {
  for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
}

/** Waits until something holds, looked at once a frame. */
export async function whenQuiet(holds) {
  while (!holds()) await frames(1);
}
