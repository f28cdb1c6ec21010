import type { GbnfJsonSchema } from 'node-llama-cpp';
import type { ResponseFormat } from '../../turns.ts';
import { SchemaReducer } from './schema-grammar.ts';

/** The grammar of a reply's form for the local model. */
interface FormatGrammar {
  readonly schema: GbnfJsonSchema | 'json_object';
  /** Everything the grammar admits matches the form. */
  readonly exact: boolean;
}

/**
 * Undefined if no grammar can express it: then only the prompt does. Only objects and arrays, whose end is
 * recognizable.
 */
export function formatGrammar(format: ResponseFormat): FormatGrammar | undefined {
  if (format.type === 'json_object') return { schema: 'json_object', exact: true };
  const reducer = new SchemaReducer(format.schema);
  try {
    const schema = reducer.reduce(format.schema);
    const seesEnd = 'type' in schema && (schema.type === 'object' || schema.type === 'array');
    return seesEnd ? { schema, exact: reducer.exact } : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
