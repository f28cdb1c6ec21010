import { bareProxy } from './bare-proxy.ts';
import type { Contender } from './contender.ts';
import { direct } from './direct.ts';
import { nginx } from './nginx.ts';
import { portkey } from './portkey.ts';
import { svc, type SvcSetup, type SvcOptions } from './svc.ts';

export type { Contender, RunningContender } from './contender.ts';
export { dropDatabases, findDatabaseServer } from './database.ts';
export { findRedis } from './redis.ts';
export { svc } from './svc.ts';
export { installPortkey } from './portkey.ts';

/** With everything shared between processes: what that costs, what a second process adds to it, and one wallet for all of them. */
const SHARED_SETUPS: readonly SvcSetup[] = [
  { name: 'svc-redis', workers: 1, payer: 'plans' },
  { name: 'svc-redis-2', workers: 2, payer: 'plans' },
  { name: 'svc-wallet', workers: 1, payer: 'wallet' },
  { name: 'svc-wallet-2', workers: 2, payer: 'wallet' },
];

/** With traces of no calls, of one in ten and of all: what they cost. */
const TRACED_SETUPS: readonly SvcSetup[] = [
  { name: 'svc-traces-0', payer: 'plans', sampleRatio: 0 },
  { name: 'svc-traces-10', payer: 'plans', sampleRatio: 0.1 },
  { name: 'svc-traces-100', payer: 'plans', sampleRatio: 1 },
];

/** Left out unless asked for by name. */
export const OPTIONAL_CONTENDERS: ReadonlySet<string> = new Set(
  [...SHARED_SETUPS, ...TRACED_SETUPS].map(({ name }) => name),
);

/** Every contender, in the order in which they take turns. */
export function allContenders(portkeyFolder: string, options: SvcOptions): Contender[] {
  const byName = [...SHARED_SETUPS, ...TRACED_SETUPS].map((form) => svc(options, form));
  return [
    direct,
    bareProxy,
    svc(options, { name: 'svc', payer: 'plans' }),
    ...byName,
    nginx,
    portkey(portkeyFolder),
  ];
}
