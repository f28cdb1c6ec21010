import { Agent, request } from 'undici';
import { MAIN_KEY } from '../../../server/test-kit/index.ts';
import { require } from '../proof.ts';
import type { ServiceProcess } from '../deployment/service-process.ts';

const CONCURRENCY = 16;

/** One way to make a call whose processor time is compared with others'. */
export interface CallKind {
  readonly name: string;
  readonly path: string;
  /** The `i`th request. */
  bodyOf(i: number): object;
}

export interface BlockOptions {
  /** Calls of each kind before anything is measured: both are compiled by then. */
  readonly warmUps: number;
  readonly callsPerBlock: number;
  readonly rounds: number;
}

/**
 * Processor time of the service for each kind, milliseconds for `rounds * callsPerBlock` calls. Kinds take turns in short blocks, each
 * round in another order, so that what one leaves behind for the next, and what else the machine does, is shared out.
 */
export async function compareCpu(
  service: ServiceProcess,
  kinds: readonly CallKind[],
  { warmUps, callsPerBlock, rounds }: BlockOptions,
): Promise<ReadonlyMap<string, number>> {
  const agent = new Agent({ connections: CONCURRENCY, pipelining: 1 });
  const cpuMs = new Map(kinds.map(({ name }) => [name, 0]));
  try {
    for (const kind of kinds) await cpuOf(service, agent, { kind, from: 0, count: warmUps });
    for (let round = 0; round < rounds; round++) {
      const from = round * callsPerBlock;
      const first = round % kinds.length;
      for (const kind of [...kinds.slice(first), ...kinds.slice(0, first)]) {
        const ms = await cpuOf(service, agent, { kind, from, count: callsPerBlock });
        cpuMs.set(kind.name, cpuMs.get(kind.name)! + ms);
      }
    }
  } finally {
    await agent.close();
  }
  return cpuMs;
}

interface Block {
  readonly kind: CallKind;
  readonly from: number;
  readonly count: number;
}

/** All calls must be answered. */
async function cpuOf(service: ServiceProcess, agent: Agent, { kind, from, count }: Block): Promise<number> {
  const startedMs = service.cpuMs();
  let next = from;
  const work = async (): Promise<void> => {
    while (next < from + count) {
      const { statusCode, body } = await request(`${service.url}${kind.path}`, {
        method: 'POST',
        dispatcher: agent,
        headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify(kind.bodyOf(next++)),
      });
      const text = await body.text();
      require(statusCode === 200, `${kind.name} was answered ${statusCode} ${text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return service.cpuMs() - startedMs;
}
