import type { OpenAiOperation } from '../openai.ts';

/**
 * The path of an operation in a resource: with `v1` the deployment is named in the body, with a date in the path (D-ENG-5). Responses name it
 * in the body always.
 */
export function azurePaths(apiVersion: string): (operation: OpenAiOperation, deployment: string) => string {
  if (apiVersion === 'v1') return (operation) => `/openai/v1/${operation}`;
  const query = `?api-version=${apiVersion}`;
  return (operation, deployment) =>
    operation === 'responses'
      ? `/openai/responses${query}`
      : `/openai/deployments/${encodeURIComponent(deployment)}/${operation}${query}`;
}
