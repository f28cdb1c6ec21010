import { bareProxy } from './bare-proxy.ts';
import type { Contender } from './contender.ts';
import { direct } from './direct.ts';
import { nginx } from './nginx.ts';
import { portkey } from './portkey.ts';
import { svc, type SvcOptions } from './svc.ts';

export type { Contender } from './contender.ts';
export { dropDatabases, findDatabaseServer } from './database.ts';
export { installPortkey } from './portkey.ts';

/** Every contender, in the order in which they take turns. */
export function allContenders(portkeyFolder: string, svcOptions: SvcOptions): Contender[] {
  return [direct, bareProxy, svc(svcOptions), nginx, portkey(portkeyFolder)];
}
