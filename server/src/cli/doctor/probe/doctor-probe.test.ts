import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorReply, type Reply } from '#test-kit';
import { runCommandLine } from '../../run-command-line.ts';
import {
  ableServer,
  type Fields,
  installProbedServer,
  modelOf,
  NO_IMAGES,
  patientEngine,
} from '../test-support/probed-server.ts';

const server = installProbedServer();
const SECRET = 'sk-hunter2';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-probe-'));
  vi.stubEnv('SVC_CONFIG', join(directory, 'svc.yaml'));
  vi.stubEnv('SVC_DATA_DIR', join(directory, 'data'));
  vi.stubEnv('PROBED_KEY', SECRET);
  write();
});
afterEach(() => {
  rmSync(directory, { recursive: true });
  vi.unstubAllEnvs();
});

function write(engines: Fields = {}, main: Fields = {}): void {
  const keys = ['a', 'b'].map((name) => ({ name, api_key: `\${PROBED_KEY}-${name}` }));
  const all = {
    main: patientEngine(server.upstream.baseUrl, { dialect: 'vllm', keys, ...main }),
    ...engines,
  };
  writeFileSync(join(directory, 'svc.yaml'), JSON.stringify({ engines: all, models: [modelOf()] }));
}

async function run(...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine(['doctor', ...words], {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    binaryOut: new PassThrough(),
    readInput: () => Promise.resolve(''),
  });
  expect(out.join() + err.join()).not.toContain('hunter2');
  return { code, out: out.join('\n'), err: err.join('\n') };
}

async function runJson(...words: string[]) {
  const { code, out } = await run('--json', ...words);
  return { code, report: JSON.parse(out) as Fields };
}

/** The key `b` gets this. */
const refuseB = (reply: Reply) => {
  const able = ableServer();
  server.upstream.script((request) =>
    request.headers.authorization?.endsWith('-b') ? reply : able(request),
  );
};

describe('svc doctor --probe as a command (D-ENG-34)', () => {
  it.each([[[]], [['--json']]])('asks engines nothing without --probe %j', async (words) => {
    const { code, out } = await run(...words);
    expect(code).toBe(0);
    if (words.length > 0) expect(JSON.parse(out)).toMatchObject({ type: 'doctor', engines: [] });
    expect(server.upstream.requests).toEqual([]);
  });

  it('prints the documented object', async () => {
    server.upstream.script(ableServer({ vision: NO_IMAGES }));
    const { code, report } = await runJson('--probe');
    expect(code).toBe(0);
    expect(report).toEqual({
      type: 'doctor',
      status: expect.stringMatching(/^(ok|degraded)$/) as string,
      findings: expect.arrayContaining([{ state: 'ok', what: 'environment', detail: 'checked' }]) as object[],
      engines: [
        {
          name: 'main',
          type: 'openai',
          status: 'ok',
          reason: null,
          keys: ['a', 'b'].map((name) => ({ name, state: 'ok', reason: null, until: null })),
          routes: [
            {
              model: 'M',
              engine_model: 'up',
              status: 'ok',
              reason: null,
              dialect: 'vllm',
              dialect_from: 'configuration',
              streams: true,
              tools: true,
              vision: false,
              reasoning: true,
              usage_in_streams: true,
              max_context_tokens: null,
              differs: ['capabilities.vision'],
            },
          ],
        },
      ],
    });
  });

  it('prints lines for a person', async () => {
    refuseB(errorReply(401));
    const { code, out } = await run('--probe');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^warn +probe main +openai, degraded \(unauthorized\)\n +key a: ok\n +key b: out \(unauthorized\)\n +M \(up\): ok, streams, tools, vision, reasoning, usage in streams, dialect vllm \(configuration\)$/m,
    );
  });

  it('says until when a key cools', async () => {
    refuseB(errorReply(429, { 'retry-after': '30' }));
    const { report } = await runJson('--probe');
    const [engine] = report['engines'] as { keys: Fields[] }[];
    expect(engine!.keys[1]).toEqual({
      name: 'b',
      state: 'cooling',
      reason: 'throttled',
      until: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
    });
  });

  it('ends with 1 when an engine fails, and says why', async () => {
    server.upstream.script(ableServer({ plain: errorReply(404) }));
    const { code, report } = await runJson('--probe');
    expect(code).toBe(1);
    expect(report).toMatchObject({
      status: 'failed',
      engines: [{ status: 'failed', reason: 'model_not_found' }],
    });
    expect((await run('--probe')).out).toMatch(/^failed +probe main +openai, failed \(model_not_found\)$/m);
  });

  it('asks only the engine that is named', async () => {
    write({ idle: { type: 'sandbox' } });
    const { report } = await runJson('--probe', '--engine', 'idle');
    expect(report['engines']).toMatchObject([{ name: 'idle', status: 'ok', routes: [] }]);
    expect(server.upstream.requests).toEqual([]);
  });

  it.each<[string[], number, RegExp]>([
    [['--probe', '--engine', 'nope'], 1, /svc\.yaml has no engine "nope"/],
    [['--probe', '--engine', 'constructor'], 1, /has no engine/],
    [['--engine', 'main'], 2, /^--engine needs --probe\./],
    [['--probe', 'main'], 2, /too many arguments/],
  ])('refuses %j with %d', async (words, code, message) => {
    expect(await run(...words)).toMatchObject({ code, err: expect.stringMatching(message) as string });
    expect(server.upstream.requests).toEqual([]);
  });

  it('asks nothing with a configuration that is wrong', async () => {
    write({}, { unknown: 1 });
    const { code, report } = await runJson('--probe');
    expect(code).toBe(1);
    expect(report).toMatchObject({ status: 'failed', engines: [] });
    expect(server.upstream.requests).toEqual([]);
  });
});
