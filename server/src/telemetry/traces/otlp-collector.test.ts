import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OtlpConfig } from '#config';
import { lengthField, numberField, Secret } from '#kit';
import { OtlpCollector } from './otlp-collector.ts';

let server: Server;
let reply: { readonly status: number; readonly body: Uint8Array };
let headers: unknown[];
beforeAll(async () => {
  server = createServer((request, response) => {
    headers = [request.method, request.headers['content-type'], request.headers['x-key']];
    response.writeHead(reply.status, { location: '/' }).end(reply.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function send(status: number, body: Uint8Array = Buffer.alloc(0), isOn = true): Promise<unknown> {
  reply = { status, body };
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
  const settings = { endpoint, headers: { 'x-key': new Secret('mine') } } as unknown as OtlpConfig;
  const collector = new OtlpCollector({ settings: () => (isOn ? settings : undefined), resource: {} });
  try {
    return await collector.send({ body: Buffer.from('spans') }, AbortSignal.timeout(30_000));
  } finally {
    await collector.close();
  }
}

it.each([
  [200, 'taken'],
  [202, 'taken'],
  [299, 'taken'],
  [301, 'refused'],
  [400, 'refused'],
  [409, 'refused'],
  [429, 'retry'],
  [500, 'refused'],
  [501, 'refused'],
  [502, 'retry'],
  [503, 'retry'],
  [504, 'retry'],
])('the status %i of a collector means that spans are %s', async (status, result) => {
  expect(await send(status)).toEqual({ result, status, rejected: 0 });
  expect(headers).toEqual(['POST', 'application/x-protobuf', 'mine']);
});

it('counts the spans that the collector rejects of those it takes', async () => {
  const body = lengthField(1, numberField(1, 3));
  expect(await send(200, body)).toEqual({ result: 'taken', status: 200, rejected: 3 });
  expect(await send(400, body)).toEqual({ result: 'refused', status: 400, rejected: 0 });
});

it('sends nothing while tracing is off, and sends again to a collector that is away', async () => {
  expect(await send(200, undefined, false)).toEqual({ result: 'refused', status: undefined, rejected: 0 });
  const { status: _, ...away } = (await new OtlpCollector({
    settings: () => ({ endpoint: 'http://127.0.0.1:1', headers: {} }) as unknown as OtlpConfig,
    resource: {},
  }).send({ body: Buffer.alloc(1) }, AbortSignal.timeout(30_000))) as { status: unknown };
  expect(away).toEqual({ result: 'retry', rejected: 0 });
});
