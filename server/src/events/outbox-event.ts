import type { Batch, CreditBalance, FileObject, InferenceHook, SpendLimit, Webhook } from '@svc/contract';

/** The data of each event type, as webhooks send it (D-HOOK-3, D-HOOK-13, D-HOOK-17). */
export interface EventData {
  'spend.threshold_reached': { readonly object: SpendLimit; readonly threshold_percent: number };
  'credits.low_balance': { readonly object: CreditBalance };
  'inference_hook.failing': { readonly object: InferenceHook };
  'file.expired': { readonly object: FileObject; readonly deleted: true };
  'batch.completed': { readonly object: Batch };
  'batch.failed': { readonly object: Batch };
  'batch.expired': { readonly object: Batch };
  'batch.canceled': { readonly object: Batch };
  'webhook.test': { readonly object: Webhook };
}

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
