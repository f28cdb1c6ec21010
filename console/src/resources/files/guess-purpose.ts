import type { FilePurpose } from '@svc/contract';

const BY_ENDING: readonly (readonly [RegExp, FilePurpose])[] = [
  [/\.(png|jpe?g|webp|gif)$/i, 'vision'],
  [/\.jsonl$/i, 'batch'],
  [/\.zip$/i, 'skill'],
  [/\.(pdf|docx|pptx|xlsx|csv|txt|md|html?|json)$/i, 'document'],
];

/** What a file is most likely for. The person may choose another purpose, and the service looks at the content. */
export function guessPurpose(file: { readonly name: string } | undefined): FilePurpose {
  if (!file) return 'document';
  return BY_ENDING.find(([ending]) => ending.test(file.name))?.[1] ?? 'code_input';
}
