import { ORGANIZATION_EVENT_TYPES, WEBHOOK_EVENT_TYPES } from '@svc/contract';
import type { GeneratedFile } from '../generate.ts';

/** What webhooks in the Console may subscribe to: it may not load the contract. */
export function outputs(): Promise<GeneratedFile[]> {
  const types = { all: WEBHOOK_EVENT_TYPES, organization: ORGANIZATION_EVENT_TYPES };
  const text = `${JSON.stringify(types, null, 2)}\n`;
  return Promise.resolve([{ path: 'console/src/pages/webhooks/event-types.json', text }]);
}
