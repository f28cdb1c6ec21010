import type { WrittenModel } from './models-difference.ts';

/** The list `models` as a file has it. Empty where there is none. */
export function writtenModels(written: unknown): readonly WrittenModel[] {
  const { models } = Object(written) as { readonly models?: unknown };
  // An entry that is no object has no id, and is the check's to refuse.
  return Array.isArray(models) ? models.map((model: unknown) => Object(model) as WrittenModel) : [];
}
