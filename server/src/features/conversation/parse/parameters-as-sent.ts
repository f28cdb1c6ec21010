import type { FunctionTool } from '#engine';
import { sourceText } from '#kit';

/** The schema of a tool's arguments, with its text where parsing changed it. */
export function parametersAsSent(parameters: unknown): Pick<FunctionTool, 'parameters' | 'parametersText'> {
  const text = sourceText(parameters);
  return text === undefined ? { parameters } : { parameters, parametersText: text };
}
