/**
 * A transactional outbox: a change writes its events in its transaction, and consumers read them with a
 * cursor each.
 */
export { consumerJob, type EventConsumer } from './event-consumer.ts';
export type { EventType, NewEvent, OutboxEvent } from './outbox-event.ts';
export { recordEvents } from './record-events.ts';
