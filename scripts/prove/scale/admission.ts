import { performance } from 'node:perf_hooks';
import { report, require } from '../proof.ts';
import type { ServiceProcess } from '../deployment/service-process.ts';
import { KeyLoad, type LoadFigures } from './key-load.ts';
import { seededSecret, type Amounts } from './seeded.ts';

const CALLERS = 16;
/** Short and many: what else the machine does meets both sides alike. */
const SLICE_MS = 1000;
const SLICES_A_ROUND = 12;
/** Seen for the first time in each round. */
const COLD_EACH = 2;
/** More would need more keys of an organization than there are. */
const COLD_ROUNDS = 20;
/** The same calls over the larger database may be this much slower. */
const MIN_RATIO = 0.9;

/** One service and what its database holds. */
export interface Side {
  readonly service: ServiceProcess;
  readonly amounts: Amounts;
}

interface Slice extends LoadFigures {
  /** Of the service's own time, whatever else the machine does. */
  readonly cpuMicrosACall: number;
}

interface Pair {
  readonly small: Slice;
  readonly large: Slice;
}

/**
 * The same calls on both, in turns: with keys that the node knows, and with keys it sees for the first time. They belong to
 * the same organizations on both sides; what differs is how much lies around them in the database.
 */
export async function compareAdmission(small: Side, large: Side, rounds: number): Promise<void> {
  const organizations = small.amounts.organizations;
  const loads = new Map([small, large].map((side) => [side, new KeyLoad(side.service.url, CALLERS)]));
  /** Keys `from` up to `to` of every organization, each once. */
  const once = (side: Side, from: number, to: number): Promise<LoadFigures> => {
    let n = from * organizations;
    return loads.get(side)!.run(() => {
      if (n >= to * organizations) return undefined;
      const key = Math.floor(n / organizations);
      return seededSecret((n++ % organizations) + key * side.amounts.organizations);
    });
  };
  /** The first key of every organization, over and over. */
  const again = (side: Side): Promise<LoadFigures> => {
    const until = performance.now() + SLICE_MS;
    let n = 0;
    return loads
      .get(side)!
      .run(() => (performance.now() < until ? seededSecret(n++ % organizations) : undefined));
  };
  try {
    for (const side of [small, large]) await once(side, 0, 1);
    for (const side of [small, large]) await again(side);
    const known = await inTurns(rounds * SLICES_A_ROUND, small, large, again);
    const knownRatio = reportRatio('known keys', known);
    const cold = await inTurns(Math.min(rounds, COLD_ROUNDS), small, large, (side, round) =>
      once(side, 1 + round * COLD_EACH, 1 + (round + 1) * COLD_EACH),
    );
    const coldRatio = reportRatio('keys not seen before', cold);
    require(Math.min(knownRatio, coldRatio) >=
      MIN_RATIO, 'the large database leaves too little of the speed');
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
    const one = await measured(first, () => run(first, round));
    const second = first === small ? large : small;
    const other = await measured(second, () => run(second, round));
    pairs.push(first === small ? { small: one, large: other } : { small: other, large: one });
  }
  return pairs;
}

async function measured({ service }: Side, run: () => Promise<LoadFigures>): Promise<Slice> {
  const before = service.cpuMs();
  const figures = await run();
  return { ...figures, cpuMicrosACall: ((service.cpuMs() - before) * 1000) / figures.calls };
}

/** Returns the share of the speed that is left, in the middle. */
function reportRatio(name: string, pairs: readonly Pair[]): number {
  const of = (figure: (slice: Slice) => number, side: keyof Pair): number =>
    middle(pairs.map((pair) => figure(pair[side])));
  const both = (figure: (slice: Slice) => number, digits: number): string =>
    `${of(figure, 'small').toFixed(digits)} and ${of(figure, 'large').toFixed(digits)}`;
  const ratios = pairs.map(({ small, large }) => large.callsPerSecond / small.callsPerSecond);
  const ratio = middle(ratios);
  report(name, {
    'calls/s on the small and on the large database': both(({ callsPerSecond }) => callsPerSecond, 0),
    'ms a call': both(({ medianMs }) => medianMs, 2),
    "us of the service's processor a call": both(({ cpuMicrosACall }) => cpuMicrosACall, 0),
    'of the speed is left in the middle': ratio.toFixed(3),
    'in turns': ratios.map((each) => each.toFixed(2)).join(' '),
  });
  return ratio;
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}
