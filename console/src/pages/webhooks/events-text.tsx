import { webhookStrings as words } from '../../strings/webhooks.ts';

/** The number of subscribed event types. */
export function EventsText({ events }: { readonly events: readonly string[] }) {
  return <>{events.includes('*') ? words.allEvents : words.eventCount(events.length)}</>;
}
