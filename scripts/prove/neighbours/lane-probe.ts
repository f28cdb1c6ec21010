import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { encodeFrame } from '../../../connector/src/protocol/index.ts';
import { MAIN_KEY } from '../../../server/test-kit/index.ts';
import type { Lane } from './load.ts';
import { requestJson, uploadFile, type LoadCaller } from './loads/calls.ts';
import { PERSON } from './neighbours-deployment.ts';

const ASK_AGAIN_MS = 20;
const TUNNELS_BETA = { 'svc-beta': 'mcp-tunnels-2026-12-01' };
const LINE = JSON.stringify({
  custom_id: 'one',
  endpoint: '/v1/chat/completions',
  body: { messages: [{ role: 'user', content: 'hi' }] },
});

/** What the measured tenant needs before its first attempt, kept for the later ones. */
export interface LaneProbe {
  /** How long one small job of the measured tenant takes, in milliseconds: from its request until it is through the lane. */
  time(): Promise<number>;
}

/** Gets ready, and goes through the lane once. */
export async function openLane(url: string, lane: Lane): Promise<LaneProbe> {
  const go = await PROBES[lane]({ url, key: MAIN_KEY });
  const time = async (): Promise<number> => {
    const startedAtMs = performance.now();
    await go();
    return performance.now() - startedAtMs;
  };
  await time();
  return { time };
}

const PROBES: Readonly<Record<Lane, (caller: LoadCaller) => Promise<() => Promise<void>>>> = {
  batch: (caller) => Promise.resolve(() => validateBatch(caller)),
  file: (caller) =>
    Promise.resolve(async () => void (await readFile(caller, 'document', 'one.txt', 'a text'))),
  connector: async (caller) => {
    const tunnel = { name: 'quiet', allowed_targets: ['http://127.0.0.1:1/mcp'] };
    const { body } = await requestJson(caller, 'POST', '/v1/tunnels', tunnel, TUNNELS_BETA);
    return () => connectOnce(caller.url, String(body['connector_token']));
  },
  'sign-in': ({ url }) => {
    let cookie = '';
    return Promise.resolve(async () => void (cookie = await signIn(url, cookie)));
  },
};

async function readFile(caller: LoadCaller, purpose: string, name: string, text: string): Promise<string> {
  const { id } = await uploadFile(caller, { purpose, name, bytes: Buffer.from(text) });
  await untilPast(caller, `/v1/files/${id}`, 'processing');
  return id;
}

async function validateBatch(caller: LoadCaller): Promise<void> {
  const fileId = await readFile(caller, 'batch', 'one.jsonl', `${LINE}\n`);
  const { body } = await requestJson(caller, 'POST', '/v1/batches', { input_file_id: fileId });
  await untilPast(caller, `/v1/batches/${String(body['id'])}`, 'validating');
}

async function untilPast(caller: LoadCaller, path: string, status: string): Promise<void> {
  while ((await requestJson(caller, 'GET', path)).body['status'] === status) await delay(ASK_AGAIN_MS);
}

/** Resolves when a connector was let in; refused ones try again. */
async function connectOnce(url: string, token: string): Promise<void> {
  for (;;) {
    const headers = { authorization: `Bearer ${token}` };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/tunnel/v1/connect`, 'svc-tunnel.v1', {
      headers,
    });
    const isIn = await new Promise<boolean>((resolve) => {
      const hello = { type: 'hello', protocol: 1, connector_version: 'proof', max_inflight: 1 };
      const payload = Buffer.from(JSON.stringify(hello));
      socket
        .on('error', () => undefined)
        .once('open', () => socket.send(encodeFrame({ type: 'control', stream: 0, fin: false, payload })))
        .once('message', () => resolve(true))
        .once('close', () => resolve(false));
    });
    socket.terminate();
    if (isIn) return;
    await delay(ASK_AGAIN_MS);
  }
}

/** A person with the right password, from a browser that the account knows. Resolves with its cookies; refused ones try again. */
async function signIn(url: string, cookie: string): Promise<string> {
  for (;;) {
    const headers = {
      origin: url.replace('127.0.0.1', 'localhost'),
      'content-type': 'application/json',
      ...(cookie !== '' && { cookie }),
    };
    const body = JSON.stringify({ email: PERSON.email, password: PERSON.password });
    const response = await fetch(`${url}/console/api/auth/sign_in`, { method: 'POST', headers, body });
    await response.body?.cancel();
    if (response.status === 200)
      return response.headers
        .getSetCookie()
        .map((each) => each.split(';', 1)[0])
        .join('; ');
    if (response.status !== 503) throw new Error(`a sign-in was answered ${response.status}`);
    await delay(ASK_AGAIN_MS);
  }
}
