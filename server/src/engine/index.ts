/** Engines behind one conversation format and one set of events: routing, breakers, capacity, failover. */
export * from './events.ts';
export * from './turns.ts';
export type { EmbedRequest } from './embedding/embedding.ts';
export { blockCharacters } from './block-characters.ts';
export { citeDocuments, newWebSource } from './citations/cite-documents.ts';
export { CITING_INSTRUCTION, markPassages } from './citations/passage-marks.ts';
export { faultToError } from './fault-to-error.ts';
export type { BackgroundRun } from './capacity/capacity.ts';
export { FleetCapacity } from './capacity/fleet-capacity.ts';
export type { SlotClaim, SlotLender, SlotLoan } from './capacity/slot-lender.ts';
export { Generation, type GenerationOptions } from './generation/generation.ts';
export type { EngineStats } from './engine-host.ts';
export type { CapacityLease } from './capacity/capacity-lease.ts';
export type { GenerationConfig, ServedModel } from './served-model.ts';
export { summaryTurn } from './summary-turn.ts';
export * from './tokens.ts';
export { isGgufFile } from './upstreams/llama/gguf-file.ts';
export { LLAMA_INSTALL_COMMAND } from './upstreams/llama/local-model-error.ts';
