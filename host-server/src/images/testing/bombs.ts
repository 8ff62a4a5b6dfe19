import { crc32, deflateSync } from 'node:zlib';

/** A PNG that declares a size, with almost no data. */
export function hugePng(
  width: number,
  height: number,
  { bits = 8, isInterlaced = false }: { bits?: number; isInterlaced?: boolean } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, 2, 0, 0, isInterlaced ? 1 : 0], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF with a given number of frames, each of one pixel. */
export function longGif(frames: number): Buffer {
  const head = Buffer.from('474946383961010001008000000000ffffff', 'hex');
  const frame = Buffer.from('21f90400000000002c00000000010001000002024401' + '00', 'hex');
  return Buffer.concat([
    head,
    Buffer.from([0]),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from(';'),
  ]);
}
