import type { OpenAiOperation } from '../openai.ts';

/** The path of an operation in a resource: with `v1` the deployment is named in the body, with a date in the path (D-ENG-5). */
export function azurePaths(apiVersion: string): (operation: OpenAiOperation, deployment: string) => string {
  if (apiVersion === 'v1') return (operation) => `/openai/v1/${operation}`;
  const query = `?api-version=${apiVersion}`;
  return (operation, deployment) =>
    `/openai/deployments/${encodeURIComponent(deployment)}/${operation}${query}`;
}
