/** A body in an API format, and the settings that the format has no field for. */
export interface WrittenBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly leftOut: readonly string[];
}
