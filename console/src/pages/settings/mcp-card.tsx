import type { McpPolicy } from '@svc/contract';
import { useState } from 'react';
import { settingStrings } from '../../strings/settings.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { LinesField, linesOf } from '../../ui/form/lines-field.tsx';
import { SettingCard } from './setting-card.tsx';

const { mcp: words } = settingStrings;
type Mode = McpPolicy['mode'];

/** Tunnels the policy lists stay listed. What is chosen starts over with a `key` of the policy: somebody else may have changed it. */
export function McpCard({ policy }: { readonly policy: McpPolicy }) {
  const [mode, setMode] = useState(policy.mode);
  return (
    <SettingCard
      title={words.title}
      lead={words.lead}
      changeOf={(values) => ({
        mcp_policy: {
          mode,
          tunnel_ids: policy.tunnel_ids,
          urls: mode === 'listed' ? linesOf(values('urls')) : policy.urls,
        },
      })}
    >
      <fieldset className="flex flex-col gap-2.5">
        <legend className="sr-only">{words.title}</legend>
        {(Object.keys(words.modes) as Mode[]).map((one) => (
          <CheckField
            key={one}
            type="radio"
            name="mode"
            value={one}
            checked={mode === one}
            onChange={() => setMode(one)}
            label={words.modes[one].name}
            hint={words.modes[one].hint}
          />
        ))}
      </fieldset>
      {mode === 'listed' && (
        <LinesField
          label={words.urls}
          hint={words.urlsHint}
          name="urls"
          lines={policy.urls}
          param="mcp_policy"
        />
      )}
    </SettingCard>
  );
}
