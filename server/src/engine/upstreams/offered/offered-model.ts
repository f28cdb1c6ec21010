/** One model of an engine, by the name that calls use. */
export interface OfferedModel {
  readonly model: string;
  /** What is deployed under that name, where the engine says so. */
  readonly baseModel?: string | undefined;
  /** Absent: the engine does not say what its models do. */
  readonly kind?: 'chat' | 'embedding';
}
