import type { GbnfJsonSchema } from 'node-llama-cpp';
import type { ResponseFormat } from '../../turns.ts';
import { SchemaReducer } from './schema-grammar.ts';

/** What a reply's form becomes for the local model. */
interface FormatGrammar {
  readonly schema: GbnfJsonSchema | 'json_object';
  /** Whatever the grammar admits has the form. */
  readonly exact: boolean;
}

/** Undefined where no grammar can say it: then the prompt alone does. Only objects and arrays, whose end can be seen. */
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
