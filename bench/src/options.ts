import { parseArgs } from 'node:util';

export interface Options {
  /** A third of the time per scenario, a short warm-up, and one repeat unless `--reps` says otherwise. */
  readonly quick: boolean;
  /** Contenders to run, by name; undefined: all there are. */
  readonly only: readonly string[] | undefined;
  /** Scenarios to run, by name; undefined: all but the optional ones. */
  readonly scenarios: readonly string[] | undefined;
  readonly repeats: number;
  readonly installPortkey: boolean;
  /** Run svc, or the contenders that are named, under V8's profiler. */
  readonly profile: boolean;
  /** Compare the processor time of a whole answer in so many turns, instead of running scenarios. */
  readonly turns: number | undefined;
  /** Measure so many fresh processes while they warm up, instead of running scenarios. */
  readonly cold: number | undefined;
  /** Folders of other checkouts that take turns too. */
  readonly against: readonly string[];
}

export const USAGE = `npm run bench -- [options]
  --quick            short scenarios, one repeat, a short warm-up
  --only a,b         contenders: direct, bare, nginx, portkey, svc; only by name, with PostgreSQL and Redis: svc-redis,
                     svc-redis-2 (two processes), svc-wallet, svc-wallet-2 (one wallet pays for everything); only by
                     name: svc-traces-0, svc-traces-10, svc-traces-100 (per cent of the calls are traced)
  --scenarios a,b    json-c64, json-r1000, prompt-200k, streams-1000, streams-1000-slow; only by name:
                     json-r500, streams-500-slow, streams-5000, messages-stream, uploads-20 (svc, nginx), and svc alone: batch,
                     messages-json-c64, messages-streams-1000-slow, compat-json-c64, compat-streams-1000-slow,
                     compat-messages-json-c64, compat-messages-streams-1000-slow, compat-responses-json-c64,
                     compat-responses-streams-1000-slow, compat-responses-kept-json-c64
  --reps N           repeats (3)
  --portkey          install the Portkey gateway into .bench/ when BENCH_PORTKEY_DIR does not name a folder that has it
  --profile          run svc alone, or those of --only, and print where the time went
  --turns N          only the processor time of a whole answer, in N short turns each of bare and svc, or of those of --only
  --cold N           only the processor time of a whole answer while N fresh processes warm up, each of svc, or of those of --only
  --against DIR,DIR  svc of other checkouts, which is measured too (with --turns or --cold)
Environment: BENCH_PORTKEY_DIR, BENCH_DATABASE_URL (a PostgreSQL server to make databases on),
BENCH_REDIS_URL`;

/** Throws an Error with a readable message when an option is unknown or makes no sense. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      scenarios: { type: 'string' },
      reps: { type: 'string' },
      portkey: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      turns: { type: 'string' },
      cold: { type: 'string' },
      against: { type: 'string' },
    },
  });
  const once = values.quick || values.profile;
  const repeats = Number(values.reps ?? (once ? 1 : 3));
  if (!Number.isInteger(repeats) || repeats < 1) throw new Error('--reps must be a whole number from 1');
  const turns = countOf('turns', values.turns);
  const cold = countOf('cold', values.cold);
  const alone = turns ?? cold;
  if (alone !== undefined && (values.scenarios !== undefined || values.profile))
    throw new Error('--turns and --cold go with neither --scenarios nor --profile');
  if (turns !== undefined && cold !== undefined) throw new Error('--turns does not go with --cold');
  if (values.against !== undefined && alone === undefined)
    throw new Error('--against needs --turns or --cold');
  return {
    quick: values.quick,
    only: values.only?.split(',') ?? (values.profile ? ['svc'] : undefined),
    scenarios: values.scenarios?.split(',') ?? (values.profile ? ['json-c64', 'streams-1000'] : undefined),
    repeats,
    installPortkey: values.portkey,
    profile: values.profile,
    turns,
    cold,
    against: values.against?.split(',') ?? [],
  };
}

function countOf(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} must be a whole number from 1`);
  return count;
}

/** The entries of `all` that were asked for by name, or those `byDefault` allows. Throws on a name that does not exist. */
export function choose<T extends { readonly name: string }>(
  all: readonly T[],
  names: readonly string[] | undefined,
  byDefault: (entry: T) => boolean = () => true,
): T[] {
  const unknown = names?.find((name) => !all.some((entry) => entry.name === name));
  if (unknown !== undefined)
    throw new Error(`there is no ${unknown}; known: ${all.map(({ name }) => name).join(', ')}`);
  return all.filter((entry) => (names ? names.includes(entry.name) : byDefault(entry)));
}
