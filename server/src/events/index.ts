/** What happened, for those who are told later: written by the change in its transaction, read by consumers with a cursor each. */
export { consumerJob, type EventConsumer } from './event-consumer.ts';
export type { EventData, EventType, NewEvent, OutboxEvent } from './outbox-event.ts';
export { recordEvents } from './record-events.ts';
