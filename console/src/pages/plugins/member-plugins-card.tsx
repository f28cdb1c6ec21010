import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userChoicesOptions } from '../../api/people.ts';
import { memberPluginsOptions } from '../../api/plugins.ts';
import { pluginStrings } from '../../strings/plugins.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { Card } from '../../ui/page.tsx';
import { MemberPluginList } from './member-plugin-list.tsx';

const { member: words } = pluginStrings;

/** The effective set of any member (D-PLUG-4). */
export function MemberPluginsCard() {
  const [userId, setUserId] = useState('');
  const users = useQuery(userChoicesOptions);
  const plugins = useQuery(memberPluginsOptions(userId));
  return (
    <Card title={words.title} lead={words.lead}>
      <div className="flex flex-col gap-4">
        <SelectField
          label={words.member}
          className="sm:max-w-xs"
          value={userId}
          onChange={({ target }) => setUserId(target.value)}
        >
          <option value="">{words.choose}</option>
          {users.data?.map(({ id, name, email }) => (
            <option key={id} value={id}>
              {name === '' ? email : name}
            </option>
          ))}
        </SelectField>
        <FormError error={users.error ?? plugins.error} />
        {plugins.data && (
          <MemberPluginList label={words.list} plugins={plugins.data.data} empty={words.none} />
        )}
      </div>
    </Card>
  );
}
