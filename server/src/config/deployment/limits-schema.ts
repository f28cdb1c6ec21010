import {
  LIMIT_MEANINGS,
  LIMITS,
  RATE_TIERS,
  type LimitName,
  type RateTier,
  type RateTierName,
} from '@svc/contract';
import { z } from 'zod';

export type Tier = RateTierName | 'custom';

/** Every number of the contract's limit tables, by the names of its `LIMITS`. Always finite. */
export type Limits = Readonly<Record<LimitName, number>>;

/** Node runs a timer that is set for longer than 2^31 - 1 ms at once, so no duration may reach it. */
export const MAX_TIMER_S = 2_147_483;

/** Largest value of a limit by the unit its name ends in. Everything else may be any safe integer. */
const LARGEST: readonly (readonly [suffix: string, largest: number])[] = [
  ['_ms', MAX_TIMER_S * 1000],
  ['_s', MAX_TIMER_S],
  ['_hours', 24 * 36_500],
  ['_days', 36_500],
  ['_weekday', 7],
  ['ipv4_prefix_min_bits', 32],
  ['ipv6_prefix_min_bits', 128],
];

function limit(name: LimitName) {
  const value = LIMITS[name];
  const largest = LARGEST.find(([suffix]) => name.endsWith(suffix))?.[1] ?? Number.MAX_SAFE_INTEGER;
  // A limit that the contract gives as a fraction is a share or a weight.
  const number = Number.isInteger(value) ? z.int().min(1).max(largest) : z.number().positive().max(1);
  return number.default(value).describe(LIMIT_MEANINGS[name]);
}

const names = Object.keys(LIMITS) as LimitName[];

/** `limits`: every number of the contract's limit tables by its name, with the contract's value as default. */
export const limitsSchema = z
  .strictObject(
    Object.fromEntries(names.map((name) => [name, limit(name)])) as Record<
      LimitName,
      ReturnType<typeof limit>
    >,
  )
  .prefault({})
  .describe(
    'Limits of the deployment. The unit is the last word of the name; without one, it is a number of things.',
  );

const TIER_NOTES: Readonly<Record<keyof RateTier, string>> = {
  requests_per_minute: 'Requests per minute and model.',
  input_tokens_per_minute: 'Input tokens per minute and model.',
  output_tokens_per_minute: 'Output tokens per minute and model.',
  embeddings_tokens_per_minute: 'Embedding tokens per minute of the organization.',
  paid_to_date_required_usd: 'US dollars paid so far that the tier asks for.',
  eligible_after_days: 'Days after the first payment before the tier opens.',
};

function tierSchema(name: Tier) {
  const values = name === 'custom' ? RATE_TIERS['4'] : RATE_TIERS[name];
  const entry = (key: keyof RateTier) =>
    z
      .int()
      .min(key.endsWith('_per_minute') ? 1 : 0)
      .max(Number.MAX_SAFE_INTEGER)
      .default(values[key])
      .describe(TIER_NOTES[key]);
  const keys = Object.keys(TIER_NOTES) as (keyof RateTier)[];
  return z
    .strictObject(
      Object.fromEntries(keys.map((key) => [key, entry(key)])) as Record<
        keyof RateTier,
        ReturnType<typeof entry>
      >,
    )
    .prefault({})
    .describe(
      name === 'custom' ? 'Limits of the custom tier. Default: those of tier 4.' : `Limits of tier ${name}.`,
    );
}

/** `rate_tiers`: limits of organizations by tier (D-RATE-1). `custom` starts from tier 4, so no tier is without limits. */
export const rateTiersSchema = z
  .strictObject({
    start: tierSchema('start'),
    '1': tierSchema('1'),
    '2': tierSchema('2'),
    '3': tierSchema('3'),
    '4': tierSchema('4'),
    custom: tierSchema('custom'),
  })
  .prefault({})
  .describe('Limits of organizations by the tier of their plan.');
