import type { Reserved, Selected } from '#exchange';

/** Headers of a successful model answer beside the request ids (inference contract §2.4). */
export function completionHeaders({ admission }: Selected & Reserved): string[] {
  const headers = ['x-svc-billing-source', admission.reservation.source];
  if (admission.downgraded) headers.push('x-svc-model-downgraded', admission.model.id);
  return headers;
}
