import { CHAT_EXTENSIONS_BETA } from '@svc/contract';
import { MAIN_KEY } from '#test-kit';
import { FAULT_PLANS, SOUND_PLANS } from './plans.ts';
import { CANARY, KEY_CANARY } from './canaries.ts';
import { validExtendedBody } from './extended-body.ts';
import { validMessageBody } from './message-body.ts';
import type { Random } from '#test-kit';
import type { Sites } from './sites.ts';

/** The request format, which decides how the response is parsed. */
export type Shape = 'chat' | 'extended chat' | 'messages';

export interface Body {
  readonly value: Readonly<Record<string, unknown>>;
  /** It may fail although the engine works. */
  readonly mayFail: boolean;
}

/** One request as sent, and what its response may be. */
export interface Case {
  readonly chunks: readonly Buffer[];
  readonly head: boolean;
  readonly shape: Shape;
  /** The engine's plan has no fault, so no failure of the engine may be reported. */
  readonly sound: boolean;
  readonly leaveAfterMs: number | undefined;
  /** More bytes were sent than declared: the connection may end early, but never with malformed output. */
  readonly trailing: boolean;
}

/** A valid body, with canaries wherever callers put text. */
export function validBody(random: Random, plan: string): Record<string, unknown> {
  const tool = {
    type: 'function',
    function: {
      name: 'look_up',
      description: CANARY,
      parameters: { type: 'object', properties: { q: { type: 'string' } } },
    },
  };
  const call = { id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '{}' } };
  const talk = [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content: CANARY },
  ];
  return {
    messages: [
      { role: 'system', content: `${CANARY} system` },
      {
        role: 'user',
        content: random.chance(0.5)
          ? `${CANARY} plan:${plan}`
          : [{ type: 'text', text: `${CANARY} plan:${plan}` }],
      },
      ...(random.chance(0.3) ? talk : []),
    ],
    ...(random.chance(0.7) ? { stream: random.chance(0.6) } : {}),
    ...(random.chance(0.3)
      ? {
          tools: [tool],
          tool_choice: random.pick([
            'auto',
            'none',
            'required',
            { type: 'function', function: { name: 'look_up' } },
          ]),
        }
      : {}),
    ...(random.chance(0.3) ? { model: random.pick(['Svc Standard', `${CANARY}-model`]) } : {}),
    ...(random.chance(0.3) ? { max_tokens: random.below(200) } : {}),
    ...(random.chance(0.2) ? { temperature: 2, metadata: { note: CANARY }, user: CANARY } : {}),
  };
}

const nested = (depth: number): unknown => (depth === 0 ? CANARY : [nested(depth - 1)]);

/** Replaces, removes or adds something anywhere in a value. */
function mutate(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) {
    return random.pick<unknown>([
      null,
      true,
      0,
      -1,
      1e308,
      0.5,
      '',
      CANARY,
      [],
      {},
      [null],
      [[]],
      { __proto__: null, role: 'user' },
      nested(80),
      `\ud800${CANARY}`,
      CANARY.repeat(2000),
      Array.from({ length: 600 }, () => ({ role: 'user', content: '' })),
    ]);
  }
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...(value as unknown[])]
    : { ...value };
  const entries = copy as Record<string, unknown>;
  const keys = Object.keys(entries);
  const key =
    keys.length === 0 || random.chance(0.1)
      ? random.pick(['role', 'content', '__proto__', 'constructor', '0', CANARY])
      : random.pick(keys);
  if (random.chance(0.15)) delete entries[key];
  else
    Object.defineProperty(entries, key, {
      value: mutate(random, entries[key]),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}

function soundBody(random: Random, plan: string, shape: Shape, sites: Sites): Body {
  if (shape === 'messages') return validMessageBody(random, plan, sites);
  if (shape === 'extended chat') return validExtendedBody(random, plan, sites);
  return { value: validBody(random, plan), mayFail: false };
}

function randomBody(random: Random, sound: unknown): Buffer {
  let body = sound;
  const changes = random.pick([0, 0, 0, 0, 1, 1, 2]);
  for (let i = 0; i < changes; i++) body = mutate(random, body);
  const text = Buffer.from(JSON.stringify(body) ?? '');
  switch (random.below(20)) {
    case 0: {
      for (let i = 0; i < 3 && text.length > 0; i++) text[random.below(text.length)] = random.below(256);
      return text;
    }
    case 1:
      return text.subarray(0, random.below(text.length + 1));
    case 2:
      return random.pick([
        Buffer.alloc(0),
        random.bytes(300),
        Buffer.from('[['.repeat(40_000)),
        Buffer.from(
          `{"model":"Svc Standard","max_tokens":9,"messages":[{"role":"user","content":"${CANARY.repeat(random.pick([20_000, 400_000]))}"}]}`,
        ),
      ]);
    default:
      return text;
  }
}

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'POST',
  `X${CANARY}`,
];
const PATHS = [
  '/v1/chat/completions',
  '/v1/chat/completions/',
  '/v1/models',
  '/v1/models/Svc%20Standard',
  '/v1/models/%ff%00',
  '/openapi.json',
  '/v1/messages',
  '/v1/api_keys',
  '/',
  '//',
  '/..%2f..',
  '*',
  `http://x/${CANARY}`,
  `/${CANARY}`,
  '/v1/%',
  `/v1/models/${CANARY}`,
  `/${'a'.repeat(9000)}`,
];

function randomHeaders(random: Random, shape: Shape): string[] {
  const key = random.chance(0.92)
    ? MAIN_KEY
    : random.pick([
        `sk_live_${KEY_CANARY.repeat(8)}`,
        `svc_admin_${KEY_CANARY.repeat(8)}`,
        KEY_CANARY,
        `${MAIN_KEY} ${KEY_CANARY}`,
        '',
      ]);
  const headers = [
    `Authorization: ${random.chance(0.97) ? 'Bearer' : CANARY} ${key}`,
    `User-Agent: ${CANARY}`,
  ];
  if (shape === 'extended chat') headers.push(`Svc-Beta: ${CHAT_EXTENSIONS_BETA}`);
  const odd: (() => string)[] = [
    () => `Svc-Beta: ${CANARY}`,
    () => `Svc-Version: ${CANARY}`,
    () => `Origin: https://${CANARY}.test`,
    () => `X-${CANARY}: ${CANARY}`,
    () => `Cookie: ${CANARY}`,
    () => `Idempotency-Key: ${CANARY}`,
    () => `X-Forwarded-For: ${CANARY}`,
    () => `X-Client-Request-Id: \u00e9${CANARY}`,
    () => `X-Big: ${CANARY.repeat(random.pick([10, 3000]))}`,
    () => 'Expect: 100-continue',
    () => 'Expect: miracles',
    () => 'Connection: upgrade\r\nUpgrade: websocket',
    () => 'Content-Encoding: gzip',
    () => 'Access-Control-Request-Method: POST',
    () => `Authorization: Bearer ${KEY_CANARY}`,
    () => Array.from({ length: 120 }, (_, i) => `X-${i}: ${CANARY}`).join('\r\n'),
    () => `Broken ${CANARY}`,
    () => `X-Nul: \0${CANARY}`,
  ];
  while (random.chance(0.12)) headers.push(random.pick(odd)());
  if (random.chance(0.95))
    headers.push(
      `Content-Type: ${random.chance(0.95) ? 'application/json' : random.pick(['text/plain', CANARY, 'application/json; charset=utf-16', ''])}`,
    );
  if (random.chance(0.5)) headers.push('Connection: close');
  return headers;
}

/** The next request: usually a chat completion or a message, more or less malformed. */
export function randomCase(random: Random, sites: Sites): Case {
  const soundPlan = random.chance(0.55);
  const plan = random.pick(Object.keys(soundPlan ? SOUND_PLANS : FAULT_PLANS));
  const usual = random.chance(0.9);
  const method = usual ? 'POST' : random.pick(METHODS);
  const path = usual ? random.pick(['/v1/chat/completions', '/v1/messages']) : random.pick(PATHS);
  const shape = path === '/v1/messages' ? 'messages' : usual && random.chance(0.5) ? 'extended chat' : 'chat';
  const { value, mayFail } = soundBody(random, plan, shape, sites);
  const body = usual || random.chance(0.4) ? randomBody(random, value) : Buffer.alloc(0);
  const headers = randomHeaders(random, shape);
  const framing = random.below(60);
  const trailing = framing === 0;
  let wire = body;
  if (framing === 2) {
    headers.push('Transfer-Encoding: chunked');
    wire = Buffer.concat([
      Buffer.from(`${body.length.toString(16)}\r\n`),
      body,
      Buffer.from(body.length > 0 ? '\r\n0\r\n\r\n' : '\r\n'),
    ]);
  } else if (framing === 3) headers.push('Transfer-Encoding: chunked', `Content-Length: ${body.length}`);
  else
    headers.push(
      `Content-Length: ${trailing ? Math.max(0, body.length - 5) : framing === 1 ? body.length + 7 : body.length}`,
    );
  const query = random.chance(0.2) ? `?key=${CANARY}&q=${KEY_CANARY}` : '';
  const all = Buffer.concat([
    Buffer.from(`${method} ${path}${query} HTTP/1.1\r\nHost: x\r\n${headers.join('\r\n')}\r\n\r\n`, 'latin1'),
    wire,
  ]);
  const cut = random.chance(0.3) ? random.below(all.length) : all.length;
  return {
    chunks: [all.subarray(0, cut), all.subarray(cut)],
    head: method === 'HEAD',
    shape,
    sound: soundPlan && !mayFail,
    leaveAfterMs: random.chance(0.12) ? random.below(60) : undefined,
    trailing,
  };
}
