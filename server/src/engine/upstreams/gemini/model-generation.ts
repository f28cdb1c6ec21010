import type { FormatUse } from '../../events.ts';

const GENERATION = /^gemini-(\d+)/;

/** The generation of a model by its name. Undefined for names without one. */
function generationOf(model: string): number | undefined {
  const digits = GENERATION.exec(model)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** From this generation on a model takes levels of thinking, images in results, and a reply's form beside tools. */
export function isGeneration3(model: string): boolean {
  return (generationOf(model) ?? 0) >= 3;
}

/** Models of earlier generations take a form of the reply only without tools: beside these the prompt has to ask for it. */
export function takesFormat({ model, hasTools }: FormatUse): boolean {
  return !hasTools || isGeneration3(model);
}
