import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClock, Secret } from '#kit';
import { RetentionCheck } from './retention-check.ts';

let server: Server;
let reply: { status: number; text: string; headers?: Record<string, string> };
const asked: (string | undefined)[] = [];
let nowMs: number;

beforeEach(async () => {
  asked.length = 0;
  nowMs = 1_000_000;
  reply = { status: 200, text: '{"zero_data_retention":true}' };
  server = createServer((request, response) => {
    asked.push(request.headers['x-key']?.toString());
    response.writeHead(reply.status, reply.headers).end(reply.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise<unknown>((resolve) => server.close(resolve)));

const newCheck = (): RetentionCheck =>
  new RetentionCheck(
    {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/retention`,
      headers: { 'x-key': new Secret('k') },
      cache_s: 300,
    },
    { ...createClock(), nowMs: () => nowMs },
  );

describe('the look-up of retention (D-DATA-8)', () => {
  it.each([
    ['{"zero_data_retention":true}', 'keeps nothing'],
    ['{"zero_data_retention":false,"more":1}', 'keeps data'],
    ['{"zero_data_retention":"true"}', 'unknown'],
    ['{"zero_data_retention":1}', 'unknown'],
    ['{}', 'unknown'],
    ['null', 'unknown'],
    ['[true]', 'unknown'],
    ['<html>', 'unknown'],
    ['', 'unknown'],
  ])('reads %s as: %s', async (text, retention) => {
    reply = { status: 200, text };
    expect(await newCheck().retention()).toBe(retention);
    expect(asked).toEqual(['k']);
  });

  it.each([
    [204, undefined],
    [302, { location: '/retention' }],
    [404, undefined],
    [500, undefined],
  ])('knows nothing by the status %d', async (status, headers) => {
    reply = { status, text: '{"zero_data_retention":true}', ...(headers && { headers }) };
    expect(await newCheck().retention()).toBe('unknown');
    expect(asked).toHaveLength(1);
  });

  it('is made once for calls that come together, and again when its reply is too old', async () => {
    const check = newCheck();
    const all = await Promise.all([check.retention(), check.retention(), check.retention()]);
    expect(all).toEqual(['keeps nothing', 'keeps nothing', 'keeps nothing']);
    reply.text = '{"zero_data_retention":false}';
    nowMs += 299_999;
    expect([await check.retention(), asked.length]).toEqual(['keeps nothing', 1]);
    nowMs += 1;
    expect([await check.retention(), asked.length]).toEqual(['keeps data', 2]);
  });

  it('that fails leaves no older reply, and is made again after five seconds', async () => {
    const check = newCheck();
    await check.retention();
    nowMs += 300_000;
    reply.status = 500;
    expect(await check.retention()).toBe('unknown');
    reply.status = 200;
    nowMs += 4999;
    expect([await check.retention(), asked.length]).toEqual(['unknown', 2]);
    nowMs += 1;
    expect([await check.retention(), asked.length]).toEqual(['keeps nothing', 3]);
  });
});
