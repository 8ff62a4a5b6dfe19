let pending = 0;

/** Starts to count the images that are being loaded and decoded, which is how the canvas loads them. */
export function countDecodings(): void {
  const { prototype } = HTMLImageElement;
  const decode = Reflect.get<HTMLImageElement, 'decode'>(prototype, 'decode');
  Reflect.set(prototype, 'decode', function (this: HTMLImageElement): Promise<void> {
    pending += 1;
    return decode.call(this).finally(() => {
      pending -= 1;
    });
  });
}

/** The number of images that are being loaded and decoded. */
export function decodings(): number {
  return pending;
}
