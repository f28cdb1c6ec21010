import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LIMITS } from '../../contract/src/index.ts';
import type { BodyParser } from '../../server/src/exchange/index.ts';
import { conversationLimits } from '../../server/src/features/conversation/index.ts';
import { BodyReader } from '../../server/src/pipelines/index.ts';
import { report, require, type Proof } from './proof.ts';

const MAX_PAUSE_MS = 20;
/** One text of 32 MB cannot be taken over in parts. */
const MAX_PAUSE_OF_ONE_TEXT_MS = 50;
const PNG = 'iVBORw0KGgoAAAANSUhEUgAA';

const conversation = {
  identityInstruction: 'You are Svc.',
  limits: conversationLimits(LIMITS, LIMITS.messages_turns),
};
const embeddings = {
  inputs: LIMITS.embeddings_inputs,
  tokensPerInput: LIMITS.embeddings_tokens_per_input,
  tokensPerRequest: LIMITS.embeddings_tokens_per_request,
  endUserIdCharacters: LIMITS.end_user_id_characters,
};

/** Every parser, with the largest body of its operations. */
const PARSERS: Readonly<Record<string, readonly [BodyParser, bytes: number]>> = {
  chat: [
    { name: 'chat', settings: { ...conversation, extended: false, counted: false } },
    LIMITS.chat_body_bytes,
  ],
  'extended chat': [
    { name: 'chat', settings: { ...conversation, extended: true, counted: false } },
    LIMITS.chat_body_bytes,
  ],
  messages: [{ name: 'messages', settings: conversation }, LIMITS.messages_body_bytes],
  embeddings: [{ name: 'embeddings', settings: embeddings }, LIMITS.embeddings_body_bytes],
  operation: [
    { name: 'operation', settings: { operationId: 'createWorkspace', limits: LIMITS } },
    LIMITS.administration_body_bytes,
  ],
};

const fill = (chunk: string, bytes: number): string => chunk.repeat(Math.floor(bytes / chunk.length));
const list = (field: string, chunk: (i: number) => string, bytes: number): string => {
  const chunks: string[] = [];
  for (let i = 0, length = 0; length < bytes - 200; i++) {
    chunks.push(chunk(i));
    length += chunks[i]!.length + 1;
  }
  return `{"model":"m","max_tokens":1,"${field}":[${chunks.join(',')}]}`;
};

/** Bodies that differ in what there is much of. Most are refused; what counts is how long that takes. */
const SHAPES: Readonly<Record<string, (bytes: number) => string>> = {
  numbers: (bytes) => list('input', () => '1', bytes),
  'empty texts': (bytes) => list('input', () => '""', bytes),
  'empty objects': (bytes) => list('messages', () => '{}', bytes),
  nested: (bytes) => list('messages', () => `${'['.repeat(50)}${']'.repeat(50)}`, bytes),
  'too deep': (bytes) => fill('[', bytes),
  'objects of names of their own': (bytes) => list('messages', (i) => `{"k${i.toString(36)}":1}`, bytes),
  'an object of many names': (bytes) =>
    `${list('a', (i) => `"${i.toString(36)}k":1`, bytes)
      .replace('"a":[', '"a":{')
      .slice(0, -2)}}}`,
  'a long name': (bytes) => `{"${'a'.repeat(bytes - 10)}":1}`,
  escapes: (bytes) => `{"messages":[{"role":"user","content":"${fill('\\u00e9', bytes - 60)}"}]}`,
  'texts of one letter': (bytes) =>
    list(
      'messages',
      () => `{"role":"user","content":[${Array(300).fill('{"type":"text","text":"a"}').join(',')}]}`,
      bytes,
    ),
  'text blocks': (bytes) =>
    list('messages', () => '', 0).replace(
      '[]',
      `[{"role":"user","content":[${fill('{"type":"text","text":"a"},', Math.min(bytes, 4_300_000) - 300)}{"type":"text","text":"a"}]}]`,
    ),
  'one text': (bytes) =>
    `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"${fill('word ', bytes - 100)}"}]}`,
  '2048 texts': (bytes) =>
    `{"model":"m","input":[${Array(2048)
      .fill(`"${fill('word ', bytes / 2048 - 5)}"`)
      .join(',')}]}`,
  'four images': (bytes) =>
    `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":[${Array(4)
      .fill(
        `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"${PNG}${'A'.repeat(Math.floor(bytes / 16) * 4 - 256)}"}}`,
      )
      .join(',')}]}]}`,
  tools: (bytes) =>
    `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"a"}],${list('tools', () => '{"type":"function","function":{"name":"f"}}', Math.min(bytes, 5_000_000)).slice(28)}`,
  'calls with many values': (bytes) =>
    `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_call","id":"a","name":"f","input":{"a":[${fill('1,', Math.min(bytes, 950_000) - 300)}1]}}]},{"role":"user","content":[{"type":"tool_result","tool_call_id":"a","content":"b"}]}]}`,
};

setFlagsFromString('--expose-gc');
/** Collects what making a body left behind: that is not the service's to wait for. */
const collect = runInNewContext('gc') as () => void;

const RUNS = 3;

function cpuMs(): number {
  const { user: own, system } = process.threadCpuUsage();
  return (own + system) / 1000;
}

/** The most time this thread worked without a turn for others while `work` went on: what it waits for is nobody's delay. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let lastMs = cpuMs();
  let worstMs = 0;
  let running = true;
  const look = (): void => {
    const nowMs = cpuMs();
    worstMs = Math.max(worstMs, nowMs - lastMs);
    lastMs = nowMs;
    if (running) setImmediate(look);
  };
  setImmediate(look);
  await work();
  running = false;
  look();
  return worstMs;
}

interface Reading {
  readonly pauseMs: number;
  readonly outcome: string;
}

/** The shortest of a few: the kernel counts time in steps of some milliseconds. */
async function read(bodies: BodyReader, parser: BodyParser, body: Buffer): Promise<Reading> {
  const pauses: number[] = [];
  let outcome = '';
  for (let run = 0; run < RUNS; run++) {
    // A large body is handed over, and gone.
    const exchange = { bytes: Buffer.from(body), tenant: 'org' };
    collect();
    const work = async () => bodies.read(exchange, parser);
    pauses.push(
      await longestPause(() =>
        work().then(
          () => (outcome = 'parsed'),
          (error: { code?: string }) => (outcome = String(error.code)),
        ),
      ),
    );
  }
  return { pauseMs: Number(Math.min(...pauses).toFixed(1)), outcome };
}

function mostPauseMs(shape: string): number {
  return shape === 'one text' ? MAX_PAUSE_OF_ONE_TEXT_MS : MAX_PAUSE_MS;
}

export const proveLargeBodies: Proof = {
  name: 'large-bodies',
  summary: `parsing the worst body of each operation keeps other streams waiting for at most ${MAX_PAUSE_MS} ms`,
  async run() {
    const bodies = new BodyReader(() => LIMITS);
    try {
      for (const [name, [parser, most]] of Object.entries(PARSERS)) {
        for (const [shape, make] of Object.entries(SHAPES)) {
          // Just below the size from which on a thread parses, and as large as the operation takes.
          for (const size of [102_000, most]) {
            const body = Buffer.from(make(size));
            const { pauseMs, outcome } = await read(bodies, parser, body);
            report(`${name}, ${shape}, ${body.length} bytes`, { 'ms longest pause': pauseMs, outcome });
            require(pauseMs <=
              mostPauseMs(shape), `${name} with ${shape} held everybody up for ${pauseMs} ms`);
          }
        }
      }
    } finally {
      await bodies.close();
    }
  },
};
