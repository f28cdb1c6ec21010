import type { PluginPolicy } from '@svc/contract';
import { useState } from 'react';
import { pluginStrings as words } from '../../strings/plugins.ts';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';

const USUAL = '';
type Choice = PluginPolicy | typeof USUAL;

interface PolicyFieldProps {
  /** Absent: the usual one of a new plugin, and that of a plugin there already is. */
  readonly initial?: PluginPolicy;
}

/** Its value goes with the form as `policy`; empty is the usual one. */
export function PolicyField({ initial }: PolicyFieldProps) {
  const [policy, setPolicy] = useState<Choice>(initial ?? USUAL);
  return (
    <SelectField
      label={words.add.policy}
      hint={policy === USUAL ? words.add.usualPolicyHint : words.policyHints[policy]}
      docs="pluginPolicies"
      name="policy"
      value={policy}
      onChange={({ target }) => setPolicy(target.value as Choice)}
    >
      {initial === undefined && <option value={USUAL}>{words.add.usualPolicy}</option>}
      <ValueOptions
        of={words.policies}
        {...(initial === undefined ? { values: ['required', 'blocked'] } : {})}
      />
    </SelectField>
  );
}
