/** The arguments a model wrote, as an object. Undefined when they are something else. None at all are an empty object. */
export function toolArguments(input: string): Readonly<Record<string, unknown>> | undefined {
  if (input.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The one text a built-in tool takes. Undefined when the model wrote anything else. */
export function textArgument(input: string, name: string): string | undefined {
  const value = toolArguments(input)?.[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
