/** The endpoints for clients of one vendor. */
export interface CompatConfig {
  readonly enabled: boolean;
  /** Ids of models by further names, in which `*` stands for any characters. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Id of the chat model that answers for unknown names. Absent: they are refused. */
  readonly default_model?: string;
}

export interface OpenAiCompatConfig extends CompatConfig {
  /** For how long output items of responses are kept. 0: not at all. */
  readonly keep_items_hours: number;
}
