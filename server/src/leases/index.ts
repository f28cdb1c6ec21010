export { Leases, machineClock, type LeaseTimes } from './leases.ts';
