/** Where an item stands in the output. */
export interface ItemPlace {
  readonly item_id: string;
  readonly output_index: number;
}

/** Hears how the output grows (COMPR-12). */
export interface OutputEvents {
  event(type: string, fields: object): void;
  /** A piece of what grows. `opening`: made by `deltaOpening`, once for all of them. */
  delta(opening: string, chunk: string): void;
}

/** Everything of a delta's event up to its piece. */
export function deltaOpening(type: string, fields: object): string {
  return `event: ${type}\ndata: {"type":"${type}",${JSON.stringify(fields).slice(1, -1)},"delta":`;
}

/** An item of the output as callers get it. */
export interface OutputItem {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

/** One item of the output while it is written. */
export interface OpenItem {
  /** The item as it stands. */
  toItem(status: ItemStatus): OutputItem;
  /** The item as it is kept, where that is more than what is shown. */
  toKept?(): OutputItem;
  /** What follows `response.output_item.added`. */
  begin?(): void;
  append(chunk: string): void;
  /** What precedes `response.output_item.done`. */
  end(): void;
}
