import type { SealedTable } from '#features/module';

export const SEALED_REPLIES: SealedTable = {
  name: 'signed replies',
  purpose: 'svc signed replies',
  table: 'signed_replies',
  key: ['organization_id', 'call_id'],
  sealed: ['sealed'],
  placeOf: ({ organization_id: id, call_id: callId }) => ({
    owner: `organization:${String(id)}`,
    aad: replyName(String(id), String(callId)),
  }),
};

/** What a reply is bound to. */
export function replyName(organizationId: string, callId: string): string {
  return `${organizationId} ${callId}`;
}
