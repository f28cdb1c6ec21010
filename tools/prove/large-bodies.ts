import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { conversationLimits } from '../../server/src/features/conversation/index.ts';
import { ParseThread } from '../../server/src/features/messages/index.ts';
import { LIMITS } from '../../contract/src/index.ts';
import { report, require, type Proof } from './proof.ts';

const MOST_PAUSE_MS = 50;
const BYTES = LIMITS.messages_body_bytes;
const PNG = 'iVBORw0KGgoAAAANSUhEUgAA';

const SETTINGS = {
  depthLimit: LIMITS.json_depth,
  identityInstruction: 'You are Svc.',
  limits: conversationLimits(LIMITS, LIMITS.messages_turns),
};

function bodyOf(messages: unknown, more: object = {}): Buffer {
  return Buffer.from(JSON.stringify({ model: 'm', max_tokens: 1, messages, ...more }));
}

const times = (count: number, make: (i: number) => unknown): unknown[] => Array.from({ length: count }, (_, i) => make(i));
const user = (content: unknown): unknown => ({ role: 'user', content });
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG + 'A'.repeat(BYTES / 4 - 1024) } };

/** Bodies near the limit that differ in how much there is to take over, refused ones included. */
const BODIES: Readonly<Record<string, () => Buffer>> = {
  'four images': () => bodyOf([user(times(4, () => image))]),
  'one text': () => bodyOf([user('word '.repeat(BYTES / 5 - 100))]),
  '499 turns': () => bodyOf(times(499, (i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content: 'word '.repeat(13_000) }))),
  'a million text blocks': () => bodyOf([user(times(1_150_000, () => ({ type: 'text', text: 'a' })))]),
  '700,000 tools': () => bodyOf([user('x')], { tools: times(700_000, () => ({ type: 'function', function: { name: 'f' } })) }),
};

setFlagsFromString('--expose-gc');
/** Collects what making a body left behind: that is not the service's to wait for. */
const collect = runInNewContext('gc') as () => void;

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
  return Math.round(worstMs);
}

export const proveLargeBodies: Proof = {
  name: 'large-bodies',
  summary: `parsing 32 MB of messages keeps other streams waiting for at most ${MOST_PAUSE_MS} ms`,
  async run() {
    const thread = new ParseThread();
    try {
      for (const [name, make] of Object.entries(BODIES)) {
        const body = make();
        require(body.length > BYTES * 0.9 && body.length <= BYTES, `${name} has ${body.length} bytes`);
        collect();
        const pauseMs = await longestPause(() => thread.parse(body, SETTINGS)?.catch(() => {}) ?? Promise.resolve());
        report(name, { 'ms longest pause': pauseMs });
        require(pauseMs <= MOST_PAUSE_MS, `${name} held everybody up for ${pauseMs} ms`);
      }
    } finally {
      await thread.close();
    }
  },
};
