/** Leases on rows: claimed until a time, renewed, lost and lapsed alike in every table. */
export type { LapseBounds, LeaseKind } from './lease-kind.ts';
export { Leases, leaseTimes, machineClock, type LeaseTimes } from './leases.ts';
export { isFree, isLapsed } from './store/lapsed-rows.ts';
