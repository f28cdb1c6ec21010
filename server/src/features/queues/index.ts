/** What waits and fails of the work that no request waits for, over all organizations, for operators (ADR 0099). */
export { queuesModule } from './queues-module.ts';
