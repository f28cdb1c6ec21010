import type { PromptTemplate } from '@svc/contract';

/** Of all versions, newest first. */
export function versionNumbers({ latest_version: latest }: Pick<PromptTemplate, 'latest_version'>): number[] {
  return Array.from({ length: latest }, (_, i) => latest - i);
}
