export * from './events.ts';
export * from './turns.ts';
export { faultToError } from './fault-to-error.ts';
export { LocalCapacity, type CapacityManager, type EngineSlots } from './capacity.ts';
export { Generation, type GenerationOptions } from './generation.ts';
export type { EngineStats } from './engine-host.ts';
export type { CapacityLease } from './capacity-lease.ts';
export type { GenerationConfig, ServedModel } from './served-model.ts';
export * from './tokens.ts';
