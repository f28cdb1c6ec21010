import { performance } from 'node:perf_hooks';
import { report, require } from '../proof.ts';
import type { ServiceProcess } from '../service-process.ts';
import { KeyLoad, type LoadFigures } from './key-load.ts';
import { seededSecret, type Amounts } from './seed.ts';

const CALLERS = 16;
const SLICE_MS = 4000;
/** Seen for the first time in each round. */
const COLD_EACH = 2;
/** The same calls over the larger database may be this much slower. */
const LEAST_RATIO = 0.9;

/** One service and what its database holds. */
export interface Side {
  readonly service: ServiceProcess;
  readonly amounts: Amounts;
}

interface Pair {
  readonly small: LoadFigures;
  readonly large: LoadFigures;
}

/**
 * The same calls on both, in turns: with keys that the node knows, and with keys it sees for the first time. They belong to
 * the same organizations on both sides; what differs is how much lies around them in the database.
 */
export async function compareAdmission(small: Side, large: Side, rounds: number): Promise<void> {
  const organizations = small.amounts.organizations;
  const loads = new Map([small, large].map((side) => [side, new KeyLoad(side.service.url, CALLERS)]));
  /** Keys `from` up to `to` of every organization, until the time is over when there is one. */
  const call = (side: Side, from: number, to: number, limitMs = Number.POSITIVE_INFINITY): Promise<LoadFigures> => {
    const until = performance.now() + limitMs;
    let n = from * organizations;
    return loads.get(side)!.run(() => {
      if (n >= to * organizations || performance.now() > until) return undefined;
      const key = Math.floor(n / organizations);
      return seededSecret((n++ % organizations) + key * side.amounts.organizations);
    });
  };
  const again = (side: Side, limitMs: number): Promise<LoadFigures> => {
    const until = performance.now() + limitMs;
    let n = 0;
    return loads.get(side)!.run(() => (performance.now() < until ? seededSecret(n++ % organizations) : undefined));
  };
  try {
    for (const side of [small, large]) await call(side, 0, 1);
    for (const side of [small, large]) await again(side, SLICE_MS);
    judge('known keys', await inTurns(rounds, small, large, (side) => again(side, SLICE_MS)));
    judge(
      'keys not seen before',
      await inTurns(rounds, small, large, (side, round) => call(side, 1 + round * COLD_EACH, 1 + (round + 1) * COLD_EACH)),
    );
  } finally {
    for (const load of loads.values()) load.close();
  }
}

/** Small and large, then large and small: what else the machine does meets both alike. */
async function inTurns(
  rounds: number,
  small: Side,
  large: Side,
  run: (side: Side, round: number) => Promise<LoadFigures>,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0 ? small : large;
    const one = await run(first, round);
    const other = await run(first === small ? large : small, round);
    pairs.push(first === small ? { small: one, large: other } : { small: other, large: one });
  }
  return pairs;
}

function judge(name: string, pairs: readonly Pair[]): void {
  const ratios = pairs.map(({ small, large }) => large.callsPerSecond / small.callsPerSecond).toSorted((a, b) => a - b);
  const ratio = ratios[ratios.length >> 1]!;
  report(name, {
    'calls/s on the small database in the middle': middle(pairs.map(({ small }) => small.callsPerSecond)),
    'on the large one': middle(pairs.map(({ large }) => large.callsPerSecond)),
    'ms a call': `${middle(pairs.map(({ small }) => small.medianMs)).toFixed(2)} and ${middle(pairs.map(({ large }) => large.medianMs)).toFixed(2)}`,
    'of the speed is left, in turns': ratios.map((each) => each.toFixed(3)).join(' '),
  });
  require(ratio >= LEAST_RATIO, `${name}: the large database leaves ${ratio.toFixed(3)} of the speed`);
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
