import type { FileObject, SpendLimit } from '@svc/contract';

/** What each type of event carries, as webhooks will send it (D-HOOK-13). */
export interface EventData {
  'spend.threshold_reached': { readonly object: SpendLimit; readonly threshold_percent: number };
  'credits.low_balance': {
    readonly type: 'credit_balance';
    readonly balance_usd: string;
    readonly auto_reload: {
      readonly enabled: boolean;
      readonly trigger_usd: string;
      readonly last_error: string | null;
    };
  };
  'file.expired': { readonly object: FileObject; readonly deleted: true };
}

export type EventType = keyof EventData;

/** One of several types is a union, so that `type` tells what `data` is. */
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
    /** Of events with the same key only the first is written, whichever node finds it. */
    readonly dedupeKey?: string;
  };
}[EventType];
