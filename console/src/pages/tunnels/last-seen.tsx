import { tunnelStrings as words } from '../../strings/tunnels.ts';
import { Ago } from '../../ui/text/time.tsx';

/** When a connector, or whatever uses a credential, was there last. */
export function LastSeen({ at }: { readonly at: string | null }) {
  return at === null ? <span className="text-quiet">{words.never}</span> : <Ago at={at} />;
}
