import type { EventData } from '@svc/contract';

export type EventType = keyof EventData;

/** A union for several types, so that `type` narrows `data`. */
export type OutboxEvent<Types extends EventType = EventType> = {
  [Type in Types]: {
    readonly id: string;
    readonly organizationId: string;
    readonly workspaceId: string | null;
    readonly type: Type;
    readonly data: EventData[Type];
    readonly createdAtMs: number;
  };
}[Types];

export type NewEvent = {
  [Type in EventType]: {
    readonly organizationId: string;
    readonly workspaceId?: string | null;
    readonly type: Type;
    readonly data: EventData[Type];
    /** Of events with the same key only the first is written, by whichever node. */
    readonly dedupeKey?: string;
  };
}[EventType];
