/** What every page knows of this one; its other words are in `model-catalogue.ts`, which only it loads. */
export const modelStrings = { title: 'Models' } as const;
