import { describe, expect, it } from 'vitest';
import { BodyCut, FormBody } from './form-body.ts';

const DELIMITER = Buffer.from('\r\n--boundary');

function bodyOf(text: string, chunkBytes: number): FormBody {
  const bytes = Buffer.from(text, 'latin1');
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, i) =>
    Buffer.from(bytes.subarray(i * chunkBytes, (i + 1) * chunkBytes)),
  );
  return new FormBody(
    (async function* () {
      yield* chunks;
    })(),
    '',
  );
}

async function textUntil(body: FormBody, delimiter = DELIMITER): Promise<string> {
  return Buffer.concat(await Array.fromAsync(body.until(delimiter))).toString('latin1');
}

describe('a body with delimiters', () => {
  const contents = [
    '',
    'plain',
    '\r\n',
    '\r',
    '\r\r\n--bound',
    '\r\n--boundar\r\n--boundarx\r\n-',
    '--boundary',
    '\r\n--bounda'.repeat(50),
  ];

  it('returns the bytes before each, for any chunk sizes', async () => {
    const text = contents.map((content) => `${content}\r\n--boundary`).join('');
    for (let chunkBytes = 1; chunkBytes < 40; chunkBytes++) {
      const body = bodyOf(`${text}--end`, chunkBytes);
      for (const content of contents) expect(await textUntil(body)).toBe(content);
      expect((await body.take(2)).toString()).toBe('--');
      expect(await textUntil(bodyOf('a\r\n\r\nb', chunkBytes), Buffer.from('\r\n\r\n'))).toBe('a');
    }
  });

  it('that ends before one is truncated', async () => {
    for (const text of ['', 'abc', 'abc\r\n--boundar'])
      await expect(textUntil(bodyOf(text, 5))).rejects.toThrow(BodyCut);
    await expect(bodyOf('a', 5).take(2)).rejects.toThrow(BodyCut);
  });

  it('passes on a chunk without one unchanged', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const body = new FormBody([chunk, DELIMITER].values() as never, '');
    const { value } = await body.until(DELIMITER).next();
    expect(value).toBe(chunk);
  });
});
