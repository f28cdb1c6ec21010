import { expect, it } from 'vitest';
import { hang } from '#test-kit';
import {
  ableServer,
  deploymentOf,
  installProbedServer,
  modelOf,
  NEEDS,
  patientEngine,
} from '../test-support/probed-server.ts';
import { probeEngines } from './probe-engines.ts';

const server = installProbedServer();

it.each(['list', 'plain', 'reasoning'] as const)(
  'an aborted probe ends at the question %s, and what was not answered is not told as found out',
  async (question) => {
    server.upstream.script(ableServer({ [question]: hang() }));
    const stopped = new AbortController();
    const deployment = deploymentOf({ main: patientEngine(server.upstream.baseUrl) }, [modelOf()]);
    const probe = probeEngines(deployment, undefined, { ...NEEDS, signal: stopped.signal });
    // Observed before it is aborted.
    const outcome = probe.catch((error: unknown) => error);
    await expect.poll(() => server.asked().at(-1), { timeout: 30_000 }).toBe(question);
    stopped.abort('stopped');
    expect(await outcome).toBe('stopped');
  },
);
