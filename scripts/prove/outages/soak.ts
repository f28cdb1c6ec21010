import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  chunk,
  DESTROY,
  errorReply,
  oneModel,
  oneOrganization,
  openaiEngine,
  rawReply,
  sse,
  startScriptedUpstream,
  textReply,
  toolCalls,
  type RecordedRequest,
  type Reply,
  type ScriptedUpstream,
} from '../../../server/test-kit/index.ts';
import { Load, send, type CallOutcome, type Call } from '../measure/load.ts';
import { report, require, type Proof, type ProofOptions } from '../proof.ts';
import { prepareFolder, startServiceProcess, type ServiceProcess } from '../deployment/service-process.ts';

const SLOTS = 80;
const CALLERS = 48;
/** Idle connections to the engine are kept for some seconds; a quiet service has given them back by then. */
const QUIET_WITHIN_MS = 60_000;
/** What a heap may keep that had no reason to shrink. */
const GROWTH_LIMIT_BYTES = 96_000_000;
const SPARE_SOCKETS = 2;
/** Segments of the journal and of the database's own log come and go. */
const SPARE_FILES = 16;

const REPLIES: Readonly<Record<string, Reply>> = {
  short: textReply('one two three four', { delayMs: 5 }),
  long: textReply(Array.from({ length: 200 }, (_, i) => `word${i} `)),
  large: textReply(Array.from({ length: 100 }, () => 'x'.repeat(4000))),
  tools: toolCalls([{ name: 'look_up', arguments: '{"q":"one"}' }]),
  failing: errorReply(500),
  cut: rawReply([sse(chunk({ content: 'one ' })), DESTROY]),
};

export const proveSoak: Proof = {
  name: 'soak',
  summary: 'mixed load with callers that leave or read slowly: memory, connections and slots come back',
  async run(options) {
    const directory = await mkdtemp(join(tmpdir(), 'svc-prove-soak-'));
    await using upstream = await startScriptedUpstream(
      (request: RecordedRequest) => REPLIES[/reply:(\w+)/.exec(request.text)?.[1] ?? 'short']!,
    );
    const deployment = oneModel(
      openaiEngine(upstream.baseUrl, {
        max_concurrency: SLOTS,
        timeouts: { first_output_s: 30, silence_s: 60, total_s: 120 },
      }),
    );
    const service = await startServiceProcess(prepareFolder(directory, deployment, oneOrganization()));
    try {
      await soak(service, upstream, options);
    } finally {
      await service.end('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function soak(
  service: ServiceProcess,
  upstream: ScriptedUpstream,
  { minutes }: ProofOptions,
): Promise<void> {
  await delay(3000);
  const idleSockets = service.openHandles().sockets;
  const idleBytes = service.rssBytes();
  const counts = new Map<string, number>();
  const took = (response: CallOutcome): void => {
    const what = outcomeOf(response);
    counts.set(what, (counts.get(what) ?? 0) + 1);
    // The upstream remembers all it was asked.
    (upstream.requests as RecordedRequest[]).length = 0;
  };
  // The first while fills caches, pools and the heap; growth counts from there.
  const warmUp = new Load(CALLERS, () => anyCall(service.url), took);
  await delay(Math.min(60_000, (minutes * 60_000) / 4));
  await warmUp.stop();
  await socketsClosed(service, idleSockets);
  const before = { bytes: service.rssBytes(), ...service.openHandles() };
  const load = new Load(CALLERS, () => anyCall(service.url), took);
  await delay(minutes * 60_000);
  await load.stop();
  await socketsClosed(service, idleSockets);
  const after = { bytes: service.rssBytes(), ...service.openHandles() };
  report('calls', Object.fromEntries(counts));
  report('memory', {
    'MB before any load': Math.round(idleBytes / 1e6),
    'MB after the warm-up': Math.round(before.bytes / 1e6),
    'MB at the end': Math.round(after.bytes / 1e6),
  });
  report('handles', {
    'sockets before any load': idleSockets,
    'at the end': after.sockets,
    'files after the warm-up': before.files,
    'files at the end': after.files,
  });
  require((counts.get('finished') ?? 0) > 100, 'too few calls finished');
  require([...counts.keys()].every(
    (what) => !/^refused (?!50[024])/.test(what),
  ), 'a call was refused that should not have been');
  require(after.bytes - before.bytes < GROWTH_LIMIT_BYTES, 'memory grew');
  require(after.sockets <= idleSockets + SPARE_SOCKETS, 'sockets were not given back');
  require(after.files <= before.files + SPARE_FILES, 'files stay open');
  await allSlotsFree(service, upstream);
  const code = await service.end('SIGTERM');
  require(code === 0, `the service ended with ${code}: ${service.output}`);
}

function outcomeOf({ complete, status }: CallOutcome): string {
  if (complete) return 'finished';
  if (status === 200) return 'left or cut';
  return status === 0 ? 'left before an answer' : `refused ${status}`;
}

function anyCall(url: string): Call {
  const reply = ['short', 'short', 'short', 'long', 'large', 'tools', 'failing', 'cut'][randomInt(8)]!;
  const call = {
    url,
    stream: randomInt(4) > 0,
    prompt: `reply:${reply} ${'history '.repeat(randomInt(200))}`,
  };
  const mood = randomInt(10);
  if (mood < 2) return { ...call, leaveAfterMs: randomInt(150) };
  return mood < 3 ? { ...call, readDelayMs: 20 } : call;
}

/** Resolves when the sockets are back to what an idle service has, or after all the patience there is. */
async function socketsClosed(service: ServiceProcess, idle: number): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS;
  await delay(3000);
  while (service.openHandles().sockets > idle + SPARE_SOCKETS && performance.now() < until) await delay(500);
}

/** Holds one stream for every slot there is: a leaked one would be missing. */
async function allSlotsFree(service: ServiceProcess, upstream: ScriptedUpstream): Promise<void> {
  const release = Promise.withResolvers<void>();
  upstream.script(
    rawReply([
      sse(chunk({ content: 'held ' })),
      { until: release.promise },
      sse(chunk({}, 'stop')),
      sse('[DONE]'),
    ]),
  );
  const held = Array.from({ length: SLOTS }, () => send({ url: service.url, stream: true }));
  const until = performance.now() + 20_000;
  while (upstream.requests.length < SLOTS && performance.now() < until) await delay(20);
  const taken = upstream.requests.length;
  const oneMore = await send({ url: service.url, stream: true });
  release.resolve();
  const finished = (await Promise.all(held)).filter(({ complete }) => complete).length;
  report('slots', {
    'there are': SLOTS,
    'taken at once': taken,
    finished,
    'told the call after them': oneMore.code ?? oneMore.status,
  });
  require(taken === SLOTS && finished === SLOTS, 'slots of the engine were lost');
  require(oneMore.status === 429 || oneMore.status === 503, 'the engine took more than its slots');
}
