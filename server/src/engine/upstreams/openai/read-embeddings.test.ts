import { expect, it } from 'vitest';
import { readEmbeddings } from './read-embeddings.ts';

/** Large enough for the thread, in memory of its own as bodies of responses are. */
function response(vectors: number): Buffer<ArrayBuffer> {
  const embedding = Array.from({ length: 1000 }, (_, i) => i / 1000);
  const data = Array.from({ length: vectors }, (_, index) => ({ index, embedding }));
  const text = JSON.stringify({ data });
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

it('parses large responses of tenants in turn, whatever one of them has waiting', async () => {
  const order: string[] = [];
  const read = async (tenant: string): Promise<void> => {
    const parsed = await readEmbeddings(response(100), 100, tenant);
    expect(parsed?.numbers).toHaveLength(100_000);
    order.push(tenant);
  };
  await Promise.all([...Array.from({ length: 6 }, () => read('a')), read('b')]);
  // One of the other tenant is at the thread, and one more may have had its turn before.
  expect(order.indexOf('b')).toBeLessThanOrEqual(2);
  expect(order).toHaveLength(7);
});

it('rejects no response for another that is malformed', async () => {
  const broken = Buffer.alloc(200_000, '[');
  const [bad, good] = await Promise.all([
    readEmbeddings(broken, 1, 'a'),
    readEmbeddings(response(100), 100, 'b'),
  ]);
  expect(bad).toBeUndefined();
  expect(good?.width).toBe(1000);
});
