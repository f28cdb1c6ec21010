import type { SealedLine } from './input-reading.ts';

const MAX_ROWS = 250;
const MAX_ROW_BYTES = 1_048_576;

/**
 * Lines as the JSON arrays in which they are stored, each after one byte of room (`JsonArray.ofJson`). Made on the thread that reads the
 * input: of a batch, they are hundreds of megabytes.
 */
export function toLineGroups(lines: readonly SealedLine[]): Uint8Array<ArrayBuffer>[] {
  return [...inGroups(lines)].map((group) =>
    new TextEncoder().encode(` ${JSON.stringify(group.map(toRow))}`),
  );
}

function* inGroups(lines: readonly SealedLine[]): Generator<readonly SealedLine[]> {
  let group: SealedLine[] = [];
  let bytes = 0;
  for (const line of lines) {
    if (group.length >= MAX_ROWS || (group.length > 0 && bytes + line.bodyBytes > MAX_ROW_BYTES)) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(line);
    bytes += line.bodyBytes;
  }
  if (group.length > 0) yield group;
}

function toRow({ line, endpoint, customId, body, bodyBytes }: SealedLine): object {
  return { line, endpoint, custom_id: base64(customId), body: base64(body), body_bytes: bodyBytes };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
