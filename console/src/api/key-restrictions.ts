import { queryOptions } from '@tanstack/react-query';
import type { ApiKeyRestrictions } from '@svc/contract';
import { API_KEYS } from './api-keys.ts';
import { call } from './console-api.ts';

/** What of a key's restrictions can be set, as it is sent. `expires_at` is RFC 3339. */
export type RestrictionSettings = Omit<ApiKeyRestrictions, 'type' | 'api_key_id' | 'spent_usd' | 'resets_at'>;

export function restrictionsOptions(id: string) {
  return queryOptions({
    queryKey: [...API_KEYS, 'restrictions', id],
    queryFn: ({ signal }) => call('readApiKeyRestrictions', { path: { api_key_id: id }, signal }),
  });
}

export const updateRestrictions = (id: string, body: Partial<RestrictionSettings>) =>
  call('updateApiKeyRestrictions', { path: { api_key_id: id }, body });
