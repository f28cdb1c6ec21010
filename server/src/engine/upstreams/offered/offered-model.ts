import type { DialectName } from '#config';

/** One model of an engine, by the name that calls use. */
export interface OfferedModel {
  readonly model: string;
  /** What is deployed under that name, where the engine says so. */
  readonly baseModel?: string | undefined;
  /** Absent: the engine does not say what its models do. */
  readonly kind?: 'chat' | 'embedding';
  /** Tokens of prompt and reply together, where the engine says so. */
  readonly maxContextTokens?: number;
  /** Of the server, where its list gives it away. */
  readonly dialect?: DialectName;
}
