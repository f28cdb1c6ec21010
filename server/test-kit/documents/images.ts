/** The smallest files whose headers say this size. No pixels: nothing here decodes any. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080600000000000000', 'hex');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

export function gif(width: number, height: number): Buffer {
  const header = Buffer.from('47494638396100000000000000', 'hex');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  return header;
}

/** With `exifBytes` of metadata before the frame, whose thumbnail has a frame of its own. */
export function jpeg(width: number, height: number, exifBytes = 64): Buffer {
  const frame = (at: number, w: number, h: number): Buffer => {
    const bytes = Buffer.from('ffc0001108000000000301220002110103110100', 'hex');
    bytes[1] = at;
    bytes.writeUInt16BE(h, 5);
    bytes.writeUInt16BE(w, 7);
    return bytes;
  };
  const exif = Buffer.alloc(4 + exifBytes);
  exif.writeUInt16BE(0xffe1, 0);
  exif.writeUInt16BE(2 + exifBytes, 2);
  frame(0xc0, 7, 7).copy(exif, 10);
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    exif,
    Buffer.from('ffff', 'hex'),
    frame(0xc2, width, height).subarray(1),
    Buffer.alloc(20),
  ]);
}

export function webp(width: number, height: number, kind: 'VP8 ' | 'VP8L' | 'VP8X'): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF    WEBP', 'latin1');
  bytes.write(kind, 12, 'latin1');
  if (kind === 'VP8X') {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  } else if (kind === 'VP8L') {
    bytes[20] = 0x2f;
    bytes.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21);
  } else {
    bytes.writeUIntBE(0x9d012a, 23, 3);
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  }
  return bytes;
}
