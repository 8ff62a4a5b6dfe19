/** The colours that a position on the screen has had, in order. */
export interface ColorWatch {
  readonly seen: readonly string[];
  stop(): void;
}

/** The painted colour at a client position, over white. */
function colorAt(x: number, y: number): string {
  const probe = new OffscreenCanvas(1, 1).getContext('2d');
  if (!probe) throw new Error('this browser provides no 2D canvas');
  probe.fillStyle = '#ffffff';
  probe.fillRect(0, 0, 1, 1);
  for (const each of document.querySelectorAll<HTMLCanvasElement>('[data-cobble-blocks] canvas')) {
    const box = each.getBoundingClientRect();
    const [left, top] = [x - box.left, y - box.top];
    if (!each.checkVisibility() || left < 0 || top < 0 || left >= box.width || top >= box.height)
      continue;
    const scale = each.width / box.width;
    probe.drawImage(each, Math.floor(left * scale), Math.floor(top * scale), 1, 1, 0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = probe.getImageData(0, 0, 1, 1).data;
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
}

/** Records a colour after each frame, as soon as the frame is on screen. */
export function watchColor(x: number, y: number): ColorWatch {
  const seen: string[] = [];
  const channel = new MessageChannel();
  // A message that is posted in a frame arrives after the frame was painted.
  channel.port1.onmessage = () => {
    const color = colorAt(x, y);
    if (color !== seen.at(-1)) seen.push(color);
  };
  let frame = 0;
  const next = (): void => {
    channel.port2.postMessage(null);
    frame = requestAnimationFrame(next);
  };
  next();
  return {
    seen,
    stop() {
      cancelAnimationFrame(frame);
      channel.port1.close();
    },
  };
}
