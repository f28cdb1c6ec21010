import type { PluginPolicy } from '@svc/contract';
import { useState } from 'react';
import { pluginStrings as words } from '../../strings/plugins.ts';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';

/** Its value goes with the form as `policy`. */
export function PolicyField({ initial }: { readonly initial: PluginPolicy }) {
  const [policy, setPolicy] = useState(initial);
  return (
    <SelectField
      label={words.add.policy}
      hint={words.policyHints[policy]}
      docs="pluginPolicies"
      name="policy"
      value={policy}
      onChange={({ target }) => setPolicy(target.value as PluginPolicy)}
    >
      <ValueOptions of={words.policies} />
    </SelectField>
  );
}
